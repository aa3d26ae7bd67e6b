import type { ClusterTables } from '#cluster/cluster-tables.ts';
import type { AccessTables } from '#features/access/access-tables.ts';
import type { AlarmTables } from '#features/alarms/alarm-tables.ts';
import type { AlertTables } from '#features/alerts/alert-tables.ts';
import type { AssetTables } from '#features/assets/asset-tables.ts';
import type { AuthTables } from '#features/auth/auth-tables.ts';
import type { CalculationTables } from '#features/calculations/calculation-tables.ts';
import type { CalendarTables } from '#features/calendar/calendar-tables.ts';
import type { CommandTables } from '#features/commands/command-tables.ts';
import type { DashboardTables } from '#features/dashboards/dashboard-tables.ts';
import type { DefinitionTables } from '#features/definitions/definition-tables.ts';
import type { EventTables } from '#features/events/event-tables.ts';
import type { ExportTables } from '#features/exports/export-tables.ts';
import type { FileTables } from '#features/files/file-tables.ts';
import type { FirstHourTables } from '#features/first-hour/first-hour-tables.ts';
import type { GatewayTables } from '#features/gateways/gateway-tables.ts';
import type { HandoverTables } from '#features/handovers/handover-tables.ts';
import type { HistoryTables } from '#features/history/history-tables.ts';
import type { JobTables } from '#features/jobs/job-tables.ts';
import type { MaintenanceTables } from '#features/maintenance/maintenance-tables.ts';
import type { MeasurementImportTables } from '#features/measurements/importing/import-tables.ts';
import type { OwnershipTables } from '#features/ownership/ownership-tables.ts';
import type { ProvisionTables } from '#features/provisioning/provision-tables.ts';
import type { RetentionTables } from '#features/retention/retention-tables.ts';
import type { SeismicTables } from '#features/seismic/seismic-tables.ts';
import type { SystemTables } from '#features/systems/system-tables.ts';
import type { IngestTables } from '#ingest/ingest-tables.ts';
import type { JournalTables } from '#journal/journal-tables.ts';
import type { MailTables } from '#mail/mail-tables.ts';
import type { OutsideBrokerTables } from '../outside-broker/outside-broker-tables.ts';

/** Every table, joined from the features that own them. */
export interface Database
  extends AccessTables,
    AuthTables,
    JournalTables,
    AssetTables,
    DefinitionTables,
    GatewayTables,
    HandoverTables,
    DashboardTables,
    HistoryTables,
    JobTables,
    ProvisionTables,
    RetentionTables,
    IngestTables,
    CalculationTables,
    CalendarTables,
    CommandTables,
    AlarmTables,
    AlertTables,
    EventTables,
    ExportTables,
    FileTables,
    FirstHourTables,
    MailTables,
    MaintenanceTables,
    MeasurementImportTables,
    OutsideBrokerTables,
    OwnershipTables,
    SeismicTables,
    SystemTables,
    ClusterTables {}
