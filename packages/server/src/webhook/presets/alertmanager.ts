// Prometheus Alertmanager (prometheus.io/docs/alerting, webhook_config).

import { looksLikeAlerts, readAlerts } from './alerts.ts'
import type { Preset } from './payload.ts'

export const alertmanager: Preset = {
  name: 'alertmanager',
  recognizes: ({ payload }) => looksLikeAlerts(payload),
  read: ({ payload }) => (looksLikeAlerts(payload) ? readAlerts(payload) : undefined),
}
