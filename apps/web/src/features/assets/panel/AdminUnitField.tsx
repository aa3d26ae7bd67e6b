import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminUnitsQuery } from '#api/ownership-queries.ts';

/** The admin unit that an asset belongs to, for who may give it to another one. */
export function AdminUnitField({ value, onChange }: { value: string; onChange: (adminId: string) => void }) {
  const { data: units, isError } = useQuery(adminUnitsQuery);
  const known = (units ?? []).map(({ adminId, adminName }) => ({ value: String(adminId), label: adminName }));
  const isListed = known.some((unit) => unit.value === value);
  return (
    <NativeSelect
      label="Admin unit"
      disabled={units === undefined}
      error={isError && 'The admin units could not be loaded.'}
      value={value}
      data={isListed ? known : [{ value, label: `Admin unit ${value}` }, ...known]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
