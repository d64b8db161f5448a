import { beforeEach, expect, it } from 'vitest'
import {
  $alerts,
  $banners,
  $toasts,
  closeAlert,
  closeBanner,
  closeBannersOf,
  showAlert,
  showBanner,
  showToast,
} from './feedback.ts'

beforeEach(() => {
  $banners.set([])
  $toasts.set([])
})

const titles = () => $banners.get().map((banner) => banner.title)

it('banners stand newest first, three at most', () => {
  for (const title of ['one', 'two', 'three', 'four']) showBanner({ title, body: '' })
  expect(titles()).toEqual(['four', 'three', 'two'])
})

it('the same title and body never stand twice', () => {
  showBanner({ title: 'Network Issue', body: 'Could not connect to server' })
  showBanner({ title: 'Other', body: '' })
  showBanner({ title: 'Network Issue', body: 'Could not connect to server' })
  expect(titles()).toEqual(['Network Issue', 'Other'])
})

it('a banner closes by itself or by its title', () => {
  showBanner({ title: 'one', body: '' })
  showBanner({ title: 'two', body: 'a' })
  showBanner({ title: 'two', body: 'b' })
  closeBannersOf('two')
  expect(titles()).toEqual(['one'])
  closeBanner($banners.get()[0]?.id ?? 0)
  expect(titles()).toEqual([])
})

it('SHELL-022 alerts wait for each other, and the same one is not said twice', () => {
  showAlert({ title: 'one', body: 'a' })
  showAlert({ title: 'two', body: '' })
  showAlert({ title: 'one', body: 'a' })
  expect($alerts.get().map((alert) => alert.title)).toEqual(['one', 'two'])
  closeAlert($alerts.get()[0]?.id ?? 0)
  expect($alerts.get().map((alert) => alert.title)).toEqual(['two'])
})

it('a toast takes the place of one with the same words', () => {
  showToast('Copied')
  showToast('Muted')
  showToast('Copied')
  expect($toasts.get().map((toast) => toast.text)).toEqual(['Muted', 'Copied'])
})
