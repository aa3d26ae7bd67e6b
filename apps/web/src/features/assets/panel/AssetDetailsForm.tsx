import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { adminIdSchema, assets, permissionId } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { latitudeFault, longitudeFault } from '../place/degrees.ts';
import { AdminUnitField } from './AdminUnitField.tsx';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { useUnsaved } from './unsaved.ts';
import { useAssetChanges } from './use-asset-changes.ts';

/** Shown where no time is set (spec 1 §9). */
const OFFLINE_PLACEHOLDER_MS = '120000';
const LEAST_OFFLINE_MS = 1;
const PING_RATE = 'pingrate';
const NOT_TAKEN_BACK = 'You may change it, but not take it back.';

/** Alias, description, when it counts as offline, and where it stands. Only what was changed is sent. */
export function AssetDetailsForm({ asset }: { asset: assets.Asset }) {
  const { assetId } = asset;
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const mayPlace = useMay(permissionId('Coordinates', 'Modify'));
  const mayAttributes = useMay(permissionId('Attributes', 'Modify'));
  const mayUnplace = useMay(permissionId('Coordinates', 'Delete'));
  const mayUnset = useMay(permissionId('Attributes', 'Delete'));
  const { change, putAttribute, isBusy } = useAssetChanges(assetId);
  const stored = {
    alias: asset.assetAlias,
    description: asset.description,
    adminId: asset.adminId === undefined ? '' : String(asset.adminId),
    pingrate: attributeOf(asset, PING_RATE) ?? '',
    latitude: asset.currentCoordinates === null ? '' : String(asset.currentCoordinates.latitude),
    longitude: asset.currentCoordinates === null ? '' : String(asset.currentCoordinates.longitude),
  };
  // What is edited stays as it was typed; all else follows the asset, which others change and which may be on its way.
  const [edits, setEdits] = useState<Partial<typeof stored>>({});
  const form = { ...stored, ...edits };
  const set = (part: typeof edits) => setEdits((before) => ({ ...before, ...part }));
  const setPlace = (part: typeof edits) => set({ latitude: form.latitude, longitude: form.longitude, ...part });
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

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const params = { assetId };
    // What somebody else has just written in another field stays.
    const body = {
      ...(form.alias === stored.alias ? {} : { assetAlias: form.alias }),
      ...(form.description === stored.description ? {} : { description: form.description }),
      ...(form.adminId === stored.adminId ? {} : { adminId: adminIdSchema.parse(Number(form.adminId)) }),
    };
    const update = () => callApi(assets.updateAsset, { params, body });
    const unset = () => callApi(assets.deleteAttribute, { params: { assetId, attributeName: PING_RATE } });
    const unplace = () => callApi(assets.clearCoordinates, { params });
    const place = () =>
      callApi(assets.setCoordinates, {
        params,
        body: { latitude: Number(form.latitude), longitude: Number(form.longitude) },
      });
    const isDone = await change(
      'Asset updated.',
      ...(Object.keys(body).length > 0 ? [update] : []),
      ...(form.pingrate === stored.pingrate ? [] : [isUnset ? unset : putAttribute(PING_RATE, form.pingrate)]),
      ...(hasMoved ? [isUnplaced ? unplace : place] : []),
    );
    // What was typed meanwhile is still to be stored.
    if (isDone) setEdits((now) => (now === edits ? {} : now));
  }

  const path = `/assets/${assetId}/dashboard`;
  return (
    <form className={classes.section} onSubmit={(event) => void submit(event)}>
      <h3 className={classes.heading}>Asset Details</h3>
      <div className={classes.fields}>
        <TextInput
          label="Alias"
          maxLength={255}
          disabled={!mayModify}
          value={form.alias}
          onChange={({ currentTarget }) => set({ alias: currentTarget.value })}
        />
        <NumberInput
          label="Mark offline after"
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
          label="Latitude"
          decimalScale={6}
          disabled={!mayPlace}
          error={isUnplaced && !mayUnplace ? NOT_TAKEN_BACK : faults[0]}
          value={form.latitude}
          onChange={(value) => setPlace({ latitude: String(value) })}
        />
        <NumberInput
          label="Longitude"
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
          label="Description"
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
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isEdited || isPlaceHalf || isNowhere || isNoTime || isRefused}
          >
            Update
          </Button>
        )}
      </div>
    </form>
  );
}
