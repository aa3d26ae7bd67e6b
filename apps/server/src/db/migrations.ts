import type { Migration } from 'kysely/migration';
import * as accounts from './migrations/0010-accounts.ts';
import * as systems from './migrations/0011-systems.ts';
import * as definitionUnits from './migrations/0012-definition-units.ts';
import * as ownership from './migrations/0013-ownership.ts';
import * as logins from './migrations/0014-logins.ts';
import * as retentionDrops from './migrations/0020-retention-drops.ts';
import * as journalGuard from './migrations/0021-journal-guard.ts';
import * as itemDisplays from './migrations/0022-item-displays.ts';
import * as provisionKeys from './migrations/0023-provision-keys.ts';
import * as proofs from './migrations/0024-proofs.ts';
import * as clearedPositions from './migrations/0025-cleared-positions.ts';
import * as commandTemplates from './migrations/0026-command-templates.ts';
import * as commandEffects from './migrations/0027-command-effects.ts';
import * as refusedCommands from './migrations/0028-refused-commands.ts';
import * as uploads from './migrations/0031-uploads.ts';
import * as exportJobs from './migrations/0034-exports.ts';
import * as exportSchedules from './migrations/0035-export-schedules.ts';
import * as alarmLists from './migrations/0039-alarm-lists.ts';
import * as alerts from './migrations/0042-alerts.ts';
import * as alertWays from './migrations/0043-alert-ways.ts';
import * as alertEscalations from './migrations/0051-alert-escalations.ts';
import * as alarmHealth from './migrations/0055-alarm-health.ts';
import * as notes from './migrations/0058-notes.ts';
import * as handovers from './migrations/0059-handovers.ts';
import * as calculations from './migrations/0062-calculations.ts';
import * as alertBrowsers from './migrations/0070-alert-browsers.ts';
import * as quietHours from './migrations/0074-quiet-hours.ts';
import * as onCall from './migrations/0075-on-call.ts';
import * as maintenance from './migrations/0083-maintenance.ts';
import * as eventsByKind from './migrations/0087-events-by-kind.ts';
import * as calendarFeeds from './migrations/0088-calendar-feeds.ts';
import * as maintenanceSeries from './migrations/0089-maintenance-series.ts';
import * as jobs from './migrations/0091-jobs.ts';
import * as patientInfo from './migrations/0094-patient-info.ts';
import * as noticesOfGoneParts from './migrations/0104-notices-of-gone-parts.ts';
import * as calendarFeedZones from './migrations/0105-calendar-feed-zones.ts';
import * as maintenanceByCounter from './migrations/0106-maintenance-by-counter.ts';
import * as handoverMarks from './migrations/0107-handover-marks.ts';
import * as seismicFeeds from './migrations/0120-seismic-feeds.ts';
import * as journalWords from './migrations/0123-journal-words.ts';
import * as lastSeen from './migrations/0127-last-seen.ts';
import * as outsideBrokers from './migrations/0135-outside-brokers.ts';
import * as databaseHolds from './migrations/0138-database-holds.ts';
import * as portalSettings from './migrations/0146-portal-settings.ts';
import * as definitionScalings from './migrations/0163-definition-scalings.ts';
import * as clusterNodes from './migrations/0170-cluster-nodes.ts';
import * as clusterNews from './migrations/0171-cluster-news.ts';
import * as spansOfJournalWords from './migrations/0175-spans-of-journal-words.ts';
import * as urgentMessages from './migrations/0184-urgent-messages.ts';
import * as measurementImports from './migrations/0185-measurement-imports.ts';
import * as alarmPlaces from './migrations/0186-alarm-places.ts';
import * as lostNodes from './migrations/0190-lost-nodes.ts';
import * as numbersOfCauses from './migrations/0191-numbers-of-causes.ts';
import * as reportedPositions from './migrations/0192-reported-positions.ts';
import * as numbersOfNews from './migrations/0195-numbers-of-news.ts';
import * as mails from './migrations/0196-mails.ts';
import * as takenBackCommands from './migrations/0197-taken-back-commands.ts';
import * as exportsOfSchedules from './migrations/0198-exports-of-schedules.ts';
import * as timesOfAnswers from './migrations/0210-times-of-answers.ts';
import * as identity from './migrations/ground/0001-identity.ts';
import * as assets from './migrations/ground/0002-assets.ts';
import * as dashboards from './migrations/ground/0003-dashboards.ts';
import * as devices from './migrations/ground/0004-devices.ts';
import * as alarms from './migrations/ground/0005-alarms.ts';
import * as history from './migrations/ground/0006-history.ts';
import * as events from './migrations/ground/0007-events.ts';
import * as files from './migrations/ground/0008-files.ts';

/** Every migration by name, in order. A released one is never changed: add the next. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-identity': identity,
  '0002-assets': assets,
  '0003-dashboards': dashboards,
  '0004-devices': devices,
  '0005-alarms': alarms,
  '0006-history': history,
  '0007-events': events,
  '0008-files': files,
  '0010-accounts': accounts,
  '0011-systems': systems,
  '0012-definition-units': definitionUnits,
  '0013-ownership': ownership,
  '0014-logins': logins,
  '0020-retention-drops': retentionDrops,
  '0021-journal-guard': journalGuard,
  '0022-item-displays': itemDisplays,
  '0023-provision-keys': provisionKeys,
  '0024-proofs': proofs,
  '0025-cleared-positions': clearedPositions,
  '0026-command-templates': commandTemplates,
  '0027-command-effects': commandEffects,
  '0028-refused-commands': refusedCommands,
  '0031-uploads': uploads,
  '0034-exports': exportJobs,
  '0035-export-schedules': exportSchedules,
  '0039-alarm-lists': alarmLists,
  '0042-alerts': alerts,
  '0043-alert-ways': alertWays,
  '0051-alert-escalations': alertEscalations,
  '0055-alarm-health': alarmHealth,
  '0058-notes': notes,
  '0059-handovers': handovers,
  '0062-calculations': calculations,
  '0070-alert-browsers': alertBrowsers,
  '0074-quiet-hours': quietHours,
  '0075-on-call': onCall,
  '0083-maintenance': maintenance,
  '0087-events-by-kind': eventsByKind,
  '0088-calendar-feeds': calendarFeeds,
  '0089-maintenance-series': maintenanceSeries,
  '0091-jobs': jobs,
  '0094-patient-info': patientInfo,
  '0104-notices-of-gone-parts': noticesOfGoneParts,
  '0105-calendar-feed-zones': calendarFeedZones,
  '0106-maintenance-by-counter': maintenanceByCounter,
  '0107-handover-marks': handoverMarks,
  '0120-seismic-feeds': seismicFeeds,
  '0123-journal-words': journalWords,
  '0127-last-seen': lastSeen,
  '0135-outside-brokers': outsideBrokers,
  '0138-database-holds': databaseHolds,
  '0146-portal-settings': portalSettings,
  '0163-definition-scalings': definitionScalings,
  '0170-cluster-nodes': clusterNodes,
  '0171-cluster-news': clusterNews,
  '0175-spans-of-journal-words': spansOfJournalWords,
  '0184-urgent-messages': urgentMessages,
  '0185-measurement-imports': measurementImports,
  '0186-alarm-places': alarmPlaces,
  '0190-lost-nodes': lostNodes,
  '0191-numbers-of-causes': numbersOfCauses,
  '0192-reported-positions': reportedPositions,
  '0195-numbers-of-news': numbersOfNews,
  '0196-mails': mails,
  '0197-taken-back-commands': takenBackCommands,
  '0198-exports-of-schedules': exportsOfSchedules,
  '0210-times-of-answers': timesOfAnswers,
};
