// The pictures of what a phone shows, for scripts/screens/screens.ts.

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { call, type Person } from './content.ts'
import type { Screen } from './take.ts'

const icon = async (color: string, shape: string): Promise<string> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="24" fill="${color}"/>
    <g fill="none" stroke="#fff" stroke-width="7" stroke-linejoin="round" stroke-linecap="round">${shape}</g></svg>`
  return (await sharp(Buffer.from(drawing)).png().toBuffer()).toString('base64')
}

async function notifications(device: string): Promise<object[]> {
  const now = Math.floor(Date.now() / 1_000)
  const [chat, mail, calendar] = await Promise.all([
    icon('#2f7d4f', '<path d="M22 30h52v32H44L30 74V62h-8z"/>'),
    icon('#a8433a', '<path d="M20 30h56v38H20zM20 32l28 20 28-20"/>'),
    icon('#2a62a8', '<path d="M22 28h52v46H22zM22 42h52M36 20v14M60 20v14"/>'),
  ])
  const app = (package_name: string, application_name: string, picture: string) => ({
    package_name,
    application_name,
    icon: picture,
    source_device_iden: device,
    dismissable: true,
  })
  const answerable = (id: string) => ({
    notification_id: id,
    conversation_iden: { package_name: 'org.example.chat', tag: null, id },
    actions: [{ label: 'Mark as read', trigger_key: 'read' }],
  })
  return [
    {
      ...app('org.example.chat', 'Chat', chat),
      ...answerable('1'),
      title: 'Nora Lind',
      body: 'The ferry is on time. Shall I keep a seat on the upper deck?',
      created: now - 120,
    },
    {
      ...app('org.example.chat', 'Chat', chat),
      ...answerable('2'),
      title: 'Harbour choir',
      body: 'Iris: We start half an hour later on Thursday',
      created: now - 1_500,
    },
    {
      ...app('org.example.calendar', 'Calendar', calendar),
      notification_id: '3',
      title: 'Dentist',
      body: 'In 30 minutes, 12 Quay Street',
      actions: [
        { label: 'Snooze', trigger_key: 'snooze' },
        { label: 'Map', trigger_key: 'map' },
      ],
      created: now - 2_700,
    },
    {
      ...app('org.example.mail', 'Mail', mail),
      notification_id: '4',
      title: 'Port office',
      body: 'Your mooring for August is confirmed',
      actions: [{ label: 'Archive', trigger_key: 'archive' }],
      created: now - 5_400,
    },
  ]
}

/** The list *From your phone*: with notifications, and while the phone is away. */
export function fromPhoneScreens(origin: string, { token }: Person, device: string): Record<string, Screen> {
  const path = '/#devices/from-phone'
  const show = async (page: Page, more: object) => {
    await page.getByRole('heading', { name: 'From your phone' }).waitFor()
    const push = {
      type: 'phone_notifications',
      source_device_iden: device,
      page: 0,
      more: false,
      notifications: await notifications(device),
      ...more,
    }
    await call(origin, '/v2/ephemerals', { type: 'push', push }, token)
    await page.getByRole('heading', { name: 'Nora Lind' }).waitFor()
  }
  const connected_at = Math.floor(Date.now() / 1_000) - 1_200
  return {
    'from-your-phone': { path, prepare: (page) => show(page, { is_connected: true }) },
    'from-your-phone-away': { path, prepare: (page) => show(page, { is_connected: false, connected_at }) },
  }
}
