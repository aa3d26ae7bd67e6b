/** The definition of every job, as its attribute JobAssetDefinition says (spec 2 §3). */
export const JOB_ASSET_DEFINITION = 'HCU-LIME';
/** Asset definitions of snubbing units (spec 2 §9). */
export const SNUBBING_UNIT_DEFINITIONS: readonly number[] = [1, 76_192];

/** Names of the attributes that people fill in for a job (spec 2 §3). */
export const JOB = {
  state: 'State',
  county: 'County',
  oilCompany: 'Oil Company',
  pad: 'Pad',
  well: 'Well',
  apiNumber: 'API Number',
  start: 'Job start time',
  end: 'Job end time',
  rigUp: 'Rig Up Time',
  rigOver: 'Rig Over Time',
  circulation: 'Circulation Time',
  rigDown: 'Rig Down Time',
  bopCount: 'BOP Count',
  highPressure: 'High Pressure',
  formation: 'Formation Type',
  description: 'Job Description',
  killDepth: 'Kill Depth (ft)',
  productionDepth: 'Prod. Tubing Depth (ft)',
  totalDepth: 'Total Depth (ft)',
  rigRating: 'Rig Rating',
  plugType: 'Frac Plug Type',
  motor: 'Motor',
  bit: 'Bit',
} as const;

/** Attributes that are made of the others, or kept beside them. */
export const JOB_GENERATED = {
  serialNumber: 'JobSerialNumber',
  assetDefinition: 'JobAssetDefinition',
  /** What the well-service report begins at (spec 1 §3). */
  reportStart: 'jobStartTime',
  /** When the job was closed: the report ends there. Kept by closing and opening it. */
  closed: 'jobCloseTime',
} as const;

/** `Projection-Surface Torque (ft-lbs)`: a JSON list of pairs of depth and value. */
export const PROJECTION_PREFIX = 'Projection-';
/** A projection is kept with so many pairs at most: every list of assets carries them. */
export const MOST_PROJECTION_PAIRS = 1_000;
/** `activity-complete-2`: the task of this activity is done (spec 1 §4). */
export const COMPLETED_PREFIX = 'activity-complete-';

const names: ReadonlySet<string> = new Set(
  [...Object.values(JOB), JOB_GENERATED.serialNumber, JOB_GENERATED.assetDefinition, JOB_GENERATED.reportStart].map(
    (name) => name.toLowerCase(),
  ),
);

export const isProjection = (attributeName: string): boolean =>
  attributeName.trim().toLowerCase().startsWith(PROJECTION_PREFIX.toLowerCase());

export const isCompletion = (attributeName: string): boolean =>
  attributeName.trim().toLowerCase().startsWith(COMPLETED_PREFIX);

/** Whether the permissions of jobs are enough to write an attribute; any other needs those of attributes. */
export const isJobAttribute = (attributeName: string): boolean =>
  names.has(attributeName.trim().toLowerCase()) || isProjection(attributeName);
