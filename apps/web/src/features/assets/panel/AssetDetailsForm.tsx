import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { adminIdSchema, assets, permissionId } from '@telltale/contract';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { latitudeFault, longitudeFault } from '../place/degrees.ts';
import { AdminUnitField } from './AdminUnitField.tsx';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { toldValue } from './told-value.ts';
import { useUnsaved } from './unsaved.ts';
import { useAssetChanges } from './use-asset-changes.ts';
import { useEdits } from './use-edits.ts';

/** Shown where no time is set (spec 1 §9). */
const OFFLINE_PLACEHOLDER_MS = '120000';
const LEAST_OFFLINE_MS = 1;
const PING_RATE = 'pingrate';
/** What is not replaced where somebody else has written another one meanwhile (decisions 0496, 0513). */
const LABELS = {
  alias: 'Alias',
  description: 'Description',
  pingrate: 'Mark offline after',
  latitude: 'Latitude',
  longitude: 'Longitude',
} as const;
/** What devices write, too. */
const OF_DEVICES = ['pingrate', 'latitude', 'longitude'] as const;
const WATCHED = Object.keys(LABELS) as (keyof typeof LABELS)[];
const BELOW_BUTTON = { marginTop: 12 } as const;
const NOT_TAKEN_BACK = 'You may change it, but not take it back.';

/** Alias, description, when it counts as offline, and where it stands. Only what was changed is sent. */
export function AssetDetailsForm({ asset }: { asset: assets.Asset }) {
  const { assetId } = asset;
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const mayPlace = useMay(permissionId('Coordinates', 'Modify'));
  const mayAttributes = useMay(permissionId('Attributes', 'Modify'));
  const mayUnplace = useMay(permissionId('Coordinates', 'Delete'));
  const mayUnset = useMay(permissionId('Attributes', 'Delete'));
  const { change, isBusy } = useAssetChanges(assetId);
  const stored = {
    alias: asset.assetAlias,
    description: asset.description,
    adminId: asset.adminId === undefined ? '' : String(asset.adminId),
    pingrate: attributeOf(asset, PING_RATE) ?? '',
    latitude: asset.currentCoordinates === null ? '' : String(asset.currentCoordinates.latitude),
    longitude: asset.currentCoordinates === null ? '' : String(asset.currentCoordinates.longitude),
  };
  const { form, set, ...edits } = useEdits(stored);
  const contested = edits.contested(WATCHED);
  const setPlace = (part: Partial<typeof stored>) =>
    set({ latitude: form.latitude, longitude: form.longitude, ...part });
  const hasMoved = form.latitude !== stored.latitude || form.longitude !== stored.longitude;
  const isPlaceHalf = (form.latitude === '') !== (form.longitude === '');
  const isUnplaced = hasMoved && form.latitude === '' && form.longitude === '';
  const isUnset = form.pingrate === '' && stored.pingrate !== '';
  const faults = [latitudeFault(Number(form.latitude)), longitudeFault(Number(form.longitude))] as const;
  const isNowhere = faults.some((fault) => fault !== undefined);
  const isRefused = (isUnplaced && !mayUnplace) || (isUnset && !mayUnset);
  const isEdited = JSON.stringify(form) !== JSON.stringify(stored);
  useUnsaved(isEdited);
  const isNoTime = form.pingrate !== '' && !(Number(form.pingrate) >= LEAST_OFFLINE_MS);
  const isFaulty = isPlaceHalf || isNowhere || isNoTime || isRefused;

  async function submit(): Promise<void> {
    const isRenamed = form.alias !== stored.alias;
    const isRetold = form.description !== stored.description;
    const isLimited = form.pingrate !== stored.pingrate;
    const orNull = (text: string) => (text === '' ? null : text);
    const place = { latitude: Number(form.latitude), longitude: Number(form.longitude) };
    // What somebody else has just written in another field stays, and what they wrote in one of these is told first.
    const body = {
      assetAlias: isRenamed ? form.alias : undefined,
      description: isRetold ? form.description : undefined,
      adminId: form.adminId === stored.adminId ? undefined : adminIdSchema.parse(Number(form.adminId)),
      pingrate: isLimited ? orNull(form.pingrate) : undefined,
      coordinates: hasMoved ? (isUnplaced ? null : place) : undefined,
      expected: {
        assetAlias: isRenamed ? stored.alias : undefined,
        description: isRetold ? stored.description : undefined,
        pingrate: isLimited ? orNull(stored.pingrate) : undefined,
        coordinates: hasMoved ? placeOf(asset) : undefined,
      },
    };
    const update = () => callApi(assets.changeDetails, { params: { assetId }, body });
    if (await change({ done: 'Asset updated.', areConflictsShown: true }, update)) edits.end();
  }

  const path = `/assets/${assetId}/dashboard`;
  return (
    <form
      className={classes.section}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3 className={classes.heading}>Asset Details</h3>
      <div className={classes.fields}>
        <TextInput
          label={LABELS.alias}
          maxLength={255}
          disabled={!mayModify}
          value={form.alias}
          onChange={({ currentTarget }) => set({ alias: currentTarget.value })}
        />
        <NumberInput
          label={LABELS.pingrate}
          placeholder={OFFLINE_PLACEHOLDER_MS}
          rightSection={<span className={classes.note}>milliseconds</span>}
          rightSectionPointerEvents="none"
          rightSectionWidth={96}
          min={LEAST_OFFLINE_MS}
          allowDecimal={false}
          disabled={!mayAttributes}
          error={isUnset && !mayUnset && NOT_TAKEN_BACK}
          value={form.pingrate}
          onChange={(value) => set({ pingrate: String(value) })}
        />
        <NumberInput
          label={LABELS.latitude}
          decimalScale={6}
          disabled={!mayPlace}
          error={isUnplaced && !mayUnplace ? NOT_TAKEN_BACK : faults[0]}
          value={form.latitude}
          onChange={(value) => setPlace({ latitude: String(value) })}
        />
        <NumberInput
          label={LABELS.longitude}
          decimalScale={6}
          disabled={!mayPlace}
          error={faults[1]}
          value={form.longitude}
          onChange={(value) => setPlace({ longitude: String(value) })}
        />
        {asset.adminId !== undefined && (
          <AdminUnitField value={form.adminId} onChange={(adminId) => set({ adminId })} />
        )}
        <Textarea
          label={LABELS.description}
          rows={3}
          maxLength={10_000}
          disabled={!mayModify}
          className={classes.wide ?? ''}
          value={form.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
      </div>
      <div className={classes.formEnd}>
        <Link href={path} className={classes.link}>
          {path}
        </Link>
        {(mayModify || mayPlace || mayAttributes) && (
          <Button type="submit" loading={isBusy} disabled={!isEdited || isFaulty || contested.length > 0}>
            Update
          </Button>
        )}
      </div>
      {contested.length === 0 ? null : (
        <ChangedMeanwhile
          style={BELOW_BUTTON}
          who={OF_DEVICES.some((field) => contested.includes(field)) ? 'The device or somebody else' : 'Somebody else'}
          what="these details"
          kind="Detail"
          contested={contested.map((field) => ({
            key: field,
            label: LABELS[field],
            theirs: toldValue(stored[field]),
            yours: toldValue(form[field]),
          }))}
          isSaving={isBusy}
          onTheirs={() => edits.drop(contested)}
          // What is wrong elsewhere in the form is mended first.
          onMine={() => (isFaulty ? edits.keep(contested) : void submit())}
        />
      )}
    </form>
  );
}

function placeOf({ currentCoordinates }: assets.Asset) {
  if (currentCoordinates === null) return null;
  const { latitude, longitude } = currentCoordinates;
  return { latitude, longitude };
}
