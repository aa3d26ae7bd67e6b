import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { ClusterError } from '../connection/cluster-error.ts';
import { PORTAL_BUCKET } from './fingerprints.ts';

/**
 * Raised when what stays at the servers between the nodes while all of them are stopped (points in their frames, places in
 * the streams, sessions of devices) changes so that an older version could not read it.
 */
export const KEPT_FORMAT = 1;
const KEY = 'format';

/**
 * Looks before anything is changed, at the database neither.
 * @throws ClusterError when a newer version has left there what this one cannot read
 */
export async function refuseNewerFormat(connection: ClusterConnection): Promise<void> {
  const bucket = await connection.bucket(PORTAL_BUCKET);
  const format = Number((await bucket.get(KEY))?.string() ?? 0);
  if (format <= KEPT_FORMAT) return;
  throw new ClusterError(
    `what is kept at these servers was written by a newer version of Telltale (format ${format}; this version reads up to ${KEPT_FORMAT}). Start that version.`,
  );
}

/** Says which format it is from now on. By a node that is one of the portal: what others that run can read is theirs to say. */
export async function noteFormat(connection: ClusterConnection): Promise<void> {
  const bucket = await connection.bucket(PORTAL_BUCKET);
  await bucket.put(KEY, String(KEPT_FORMAT));
}
