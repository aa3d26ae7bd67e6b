import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';
import { filesNamedQuery } from '#api/file-queries.ts';
import { useMay } from '../portal/use-may.ts';
import { SQLITE_FILES } from './open-portal-file.ts';

/** The portal's files that can be asked by SQL, newest first, and why there is no list. */
export function useSqliteFiles() {
  const mayView = useMay('Files', 'View');
  const { data, error } = useQuery({ ...filesNamedQuery(SQLITE_FILES), enabled: mayView });
  return { files: data, problem: error === null ? undefined : messageOf(error) };
}
