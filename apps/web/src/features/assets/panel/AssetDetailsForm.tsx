import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { adminIdSchema, assets, permissionId } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { AdminUnitField } from './AdminUnitField.tsx';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { useAssetChanges } from './use-asset-changes.ts';

/** Shown where no time is set (spec 1 §9). */
const OFFLINE_PLACEHOLDER_MS = '120000';
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
  const [form, setForm] = useState(stored);
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const hasMoved = form.latitude !== stored.latitude || form.longitude !== stored.longitude;
  const isPlaceHalf = (form.latitude === '') !== (form.longitude === '');
  const isUnplaced = hasMoved && form.latitude === '' && form.longitude === '';
  const isUnset = form.pingrate === '' && stored.pingrate !== '';
  const isRefused = (isUnplaced && !mayUnplace) || (isUnset && !mayUnset);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isGiven = form.adminId !== stored.adminId;
    const isChanged = isGiven || form.alias !== stored.alias || form.description !== stored.description;
    const params = { assetId };
    const unit = isGiven ? { adminId: adminIdSchema.parse(Number(form.adminId)) } : {};
    const update = () =>
      callApi(assets.updateAsset, { params, body: { assetAlias: form.alias, description: form.description, ...unit } });
    const unset = () => callApi(assets.deleteAttribute, { params: { assetId, attributeName: PING_RATE } });
    const unplace = () => callApi(assets.clearCoordinates, { params });
    const place = () =>
      callApi(assets.setCoordinates, {
        params,
        body: { latitude: Number(form.latitude), longitude: Number(form.longitude) },
      });
    void change(
      'Asset updated.',
      ...(isChanged ? [update] : []),
      ...(form.pingrate === stored.pingrate ? [] : [isUnset ? unset : putAttribute(PING_RATE, form.pingrate)]),
      ...(hasMoved ? [isUnplaced ? unplace : place] : []),
    );
  }

  const path = `/assets/${assetId}/dashboard`;
  return (
    <form className={classes.section} onSubmit={submit}>
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
          min={1}
          allowDecimal={false}
          disabled={!mayAttributes}
          error={isUnset && !mayUnset && NOT_TAKEN_BACK}
          value={form.pingrate}
          onChange={(value) => set({ pingrate: String(value) })}
        />
        <NumberInput
          label="Latitude"
          min={-90}
          max={90}
          decimalScale={6}
          disabled={!mayPlace}
          error={isUnplaced && !mayUnplace && NOT_TAKEN_BACK}
          value={form.latitude}
          onChange={(value) => set({ latitude: String(value) })}
        />
        <NumberInput
          label="Longitude"
          min={-180}
          max={180}
          decimalScale={6}
          disabled={!mayPlace}
          value={form.longitude}
          onChange={(value) => set({ longitude: String(value) })}
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
        <Link href={path} className={classes.link} onClick={() => setUi({ assetPanel: undefined })}>
          {path}
        </Link>
        {(mayModify || mayPlace || mayAttributes) && (
          <Button
            type="submit"
            loading={isBusy}
            disabled={JSON.stringify(form) === JSON.stringify(stored) || isPlaceHalf || isRefused}
          >
            Update
          </Button>
        )}
      </div>
    </form>
  );
}
