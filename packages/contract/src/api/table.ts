import * as alarmCounts from './alarms/alarm-counts.ts';
import * as alarmDefinitions from './alarms/alarm-definitions.ts';
import * as alarmFloods from './alarms/alarm-floods.ts';
import * as alarmHealth from './alarms/alarm-health.ts';
import * as alarmLists from './alarms/alarm-lists.ts';
import * as alarms from './alarms/alarms.ts';
import * as alertAnswers from './alerting/alert-answers.ts';
import * as alertBrowsers from './alerting/alert-browsers.ts';
import * as alertCoverage from './alerting/alert-coverage.ts';
import * as alerts from './alerting/alerts.ts';
import * as escalations from './alerting/escalations.ts';
import * as onCall from './alerting/on-call.ts';
import * as quietHours from './alerting/quiet-hours.ts';
import * as assets from './assets.ts';
import * as calculations from './calculations.ts';
import type { Call } from './call.ts';
import * as commandDefinitions from './command-definitions.ts';
import * as commands from './commands.ts';
import * as dashboards from './dashboards.ts';
import * as definitions from './definitions.ts';
import * as devices from './devices.ts';
import * as assetLists from './equipment/asset-lists.ts';
import * as definitionFiles from './equipment/definition-files.ts';
import * as definitionTemplates from './equipment/definition-templates.ts';
import * as events from './events.ts';
import * as measurementImports from './explorers/measurement-imports.ts';
import * as measurements from './explorers/measurements.ts';
import * as seismic from './explorers/seismic.ts';
import * as exportSchedules from './export-schedules.ts';
import * as exportJobs from './exports.ts';
import * as jobs from './field/jobs.ts';
import * as files from './files.ts';
import * as find from './find.ts';
import * as gateways from './gateways.ts';
import * as handovers from './handovers.ts';
import * as history from './history.ts';
import * as itemDisplays from './item-displays.ts';
import * as itemScalings from './item-scalings.ts';
import * as calendar from './maintenance/calendar.ts';
import * as calendarFeeds from './maintenance/calendar-feeds.ts';
import * as calendarRepeats from './maintenance/calendar-repeats.ts';
import * as parts from './maintenance/parts.ts';
import * as operations from './operations.ts';
import * as medicalTerms from './patients/medical-terms.ts';
import * as patientInfo from './patients/patient-info.ts';
import * as playback from './playback.ts';
import * as firstHour from './portal/first-hour.ts';
import * as outsideBroker from './portal/outside-broker.ts';
import * as portalStatus from './portal/portal-status.ts';
import * as quarantine from './portal/quarantine.ts';
import * as provisioning from './provisioning.ts';
import * as accessAnswers from './rights/access-answers.ts';
import * as accounts from './rights/accounts.ts';
import * as auth from './rights/auth.ts';
import * as grantedPermissions from './rights/granted-permissions.ts';
import * as groupLinks from './rights/group-links.ts';
import * as manyUsers from './rights/many-users.ts';
import * as ownAccount from './rights/own-account.ts';
import * as ownership from './rights/ownership.ts';
import * as secondFactor from './rights/second-factor.ts';
import * as views from './rights/views.ts';
import * as schedule from './schedule.ts';
import * as systems from './systems.ts';
import * as timeline from './timeline.ts';
import * as why from './why.ts';

const resources = {
  accessAnswers,
  accounts,
  auth,
  alarmCounts,
  alarmDefinitions,
  alarmFloods,
  alarmHealth,
  alarmLists,
  alarms,
  alerts,
  alertAnswers,
  alertBrowsers,
  alertCoverage,
  escalations,
  quietHours,
  onCall,
  assets,
  assetLists,
  calculations,
  calendar,
  calendarFeeds,
  calendarRepeats,
  definitionFiles,
  definitionTemplates,
  definitions,
  dashboards,
  handovers,
  history,
  jobs,
  itemDisplays,
  itemScalings,
  gateways,
  devices,
  events,
  exportJobs,
  exportSchedules,
  files,
  commandDefinitions,
  find,
  firstHour,
  commands,
  operations,
  ownership,
  groupLinks,
  grantedPermissions,
  manyUsers,
  ownAccount,
  measurementImports,
  measurements,
  medicalTerms,
  patientInfo,
  parts,
  playback,
  outsideBroker,
  portalStatus,
  provisioning,
  quarantine,
  schedule,
  secondFactor,
  seismic,
  systems,
  timeline,
  views,
  why,
};

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value;
}

/** Every call of the portal, with the resource file it stands in. Routes, client and OpenAPI all come from here. */
export const callTable: readonly { resource: string; name: string; call: Call }[] = Object.entries(resources).flatMap(
  ([resource, rows]) =>
    Object.entries(rows)
      .filter(([, value]) => isCall(value))
      .map(([name, value]) => ({ resource, name, call: value as Call })),
);
