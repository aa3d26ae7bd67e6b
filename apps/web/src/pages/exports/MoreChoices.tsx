import { Checkbox, Group, MultiSelect, NativeSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type history, permissionId, type systems } from '@telltale/contract';
import { assetListQuery } from '#api/asset-queries.ts';
import { systemListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { useOwnUnits } from '../use-own-units.ts';
import type { ExportChoices } from './export-choices.ts';
import type { ExportAsset } from './ItemChecks.tsx';
import { RepeatChoice } from './RepeatChoice.tsx';

interface MoreChoicesProps {
  choices: ExportChoices;
  onChange: (change: Partial<ExportChoices>) => void;
  /** In which the pickers are read. */
  zone: string;
  assets: readonly ExportAsset[];
  onAssets: (assets: readonly ExportAsset[]) => void;
}

const INTERVALS = [
  { value: '', label: 'Every value' },
  { value: '1', label: 'One per second' },
  { value: '10', label: 'One per 10 seconds' },
  { value: '60', label: 'One per minute' },
  { value: '300', label: 'One per 5 minutes' },
  { value: '900', label: 'One per 15 minutes' },
  { value: '3600', label: 'One per hour' },
  { value: '86400', label: 'One per day' },
];

const FUNCTIONS: readonly { name: history.AggregateFunction; label: string }[] = [
  { name: 'mean', label: 'Mean' },
  { name: 'min', label: 'Minimum' },
  { name: 'max', label: 'Maximum' },
  { name: 'twa', label: 'Mean over time' },
  { name: 'count', label: 'Count' },
];

const LAYOUTS = [
  { value: 'wide', label: 'A row per time, a column per data item' },
  { value: 'long', label: 'A row per value, with its quality' },
];

const UNITS = [
  { value: 'stored', label: 'As the values are stored' },
  { value: 'mine', label: 'As I read them' },
];

/** A list of a few thousand options is searched, not scrolled. */
const OPTIONS_SHOWN = 50;

/** What few exports need: other assets, intervals, layout, zone. */
export function MoreChoices({ choices, onChange, zone, assets, onAssets }: MoreChoicesProps) {
  const { interval, functions, layout, type } = choices;
  const hasOwnUnits = useOwnUnits() !== undefined;
  const zones = [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Stack gap="xs" mt="xs">
      <AssetChoice assets={assets} onAssets={onAssets} />
      <RepeatChoice value={choices.repeat} zone={zone} onChange={(repeat) => onChange({ repeat })} />
      <NativeSelect
        size="xs"
        label="Values"
        data={INTERVALS}
        value={interval === undefined ? '' : String(interval)}
        onChange={({ currentTarget: { value } }) => onChange({ interval: value === '' ? undefined : Number(value) })}
      />
      {interval !== undefined && (
        <Group gap="sm" role="group" aria-label="Of each interval">
          {FUNCTIONS.map(({ name, label }) => (
            <Checkbox
              key={name}
              size="xs"
              label={label}
              checked={functions.includes(name)}
              onChange={({ currentTarget }) =>
                onChange({
                  functions: currentTarget.checked ? [...functions, name] : functions.filter((one) => one !== name),
                })
              }
            />
          ))}
        </Group>
      )}
      {type !== 'sqlite' && (
        <NativeSelect
          size="xs"
          label="Layout"
          data={LAYOUTS}
          value={layout}
          onChange={({ currentTarget }) => onChange({ layout: currentTarget.value === 'long' ? 'long' : 'wide' })}
        />
      )}
      {hasOwnUnits && (
        <NativeSelect
          size="xs"
          label="Units"
          description="The headers of the file name them"
          data={UNITS}
          value={choices.units}
          onChange={({ currentTarget: { value } }) => onChange({ units: value === 'mine' ? 'mine' : 'stored' })}
        />
      )}
      <Select
        label="Time zone of the file"
        description="For the times of a CSV, and where days begin that are divided into intervals"
        searchable
        limit={OPTIONS_SHOWN}
        allowDeselect={false}
        data={zones}
        value={choices.zone}
        onChange={(chosen) => chosen !== null && onChange({ zone: chosen })}
      />
    </Stack>
  );
}

type Assignment = systems.System['currentSlotAssignments'][number];

/** A system may stand in a slot of another. */
function assetsIn(assignments: readonly Assignment[]): number[] {
  return assignments.flatMap(({ assetId, system }) => [
    ...(assetId === null ? [] : [assetId]),
    ...assetsIn(system?.currentSlotAssignments ?? []),
  ]);
}

/** Systems stand for the assets in their slots. */
function AssetChoice({ assets, onAssets }: Pick<MoreChoicesProps, 'assets' | 'onAssets'>) {
  const list = useQuery({ ...assetListQuery, enabled: useMay(permissionId('Assets', 'View')) });
  const systems = useQuery({ ...systemListQuery, enabled: useMay(permissionId('Systems', 'View')) });
  const named = new Map(
    (list.data ?? []).map((asset) => [asset.assetId as number, asset.assetAlias || asset.serialNumber]),
  );
  for (const { assetId, name } of assets) named.set(assetId, name);
  const members = new Map(
    (systems.data ?? []).map(({ systemId, currentSlotAssignments }) => [
      `system ${systemId}`,
      assetsIn(currentSlotAssignments).filter((assetId) => named.has(assetId)),
    ]),
  );
  const data = [
    { group: 'Assets', items: [...named].map(([assetId, label]) => ({ value: String(assetId), label })) },
    {
      group: 'Systems',
      items: (systems.data ?? []).map(({ systemId, name }) => ({ value: `system ${systemId}`, label: name })),
    },
  ];
  return (
    <MultiSelect
      size="xs"
      label="Assets and systems"
      searchable
      limit={OPTIONS_SHOWN}
      error={(list.error ?? systems.error) ? 'Not all assets and systems could be loaded.' : undefined}
      data={data}
      value={assets.map(({ assetId }) => String(assetId))}
      onChange={(chosen) => {
        const ids = new Set(chosen.flatMap((one) => members.get(one) ?? [Number(one)]));
        onAssets([...ids].map((assetId) => ({ assetId, name: named.get(assetId) ?? '' })));
      }}
    />
  );
}
