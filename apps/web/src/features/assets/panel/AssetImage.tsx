import { Button } from '@mantine/core';
import type { assets } from '@telltale/contract';
import { useState } from 'react';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { DropArea } from '#ui/form/DropArea.tsx';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { readAddress } from './read-address.ts';
import { IMAGE_PROBLEM, imageKinds, PictureTooLarge, shrinkImage } from './shrink-image.ts';
import { useAssetChanges } from './use-asset-changes.ts';

interface AssetImageProps {
  asset: assets.Asset;
  name: keyof typeof imageKinds;
  mayModify: boolean;
  mayDelete: boolean;
}

/** One picture of an asset, and where another one is dropped: a file, or the address of one (spec 1 §5). */
export function AssetImage({ asset, name, mayModify, mayDelete }: AssetImageProps) {
  const { assetId } = asset;
  const { change, putAttribute, deleteAttribute, isBusy } = useAssetChanges(assetId);
  const [isReading, setReading] = useState(false);
  const { label, widthPx } = imageKinds[name];
  const source = attributeOf(asset, name);
  const isShown = source?.startsWith('data:image/') === true;

  async function take(read: () => Promise<Blob>): Promise<void> {
    setReading(true);
    try {
      const dataUrl = await shrinkImage(await read(), imageKinds[name]);
      await change('Picture saved.', putAttribute(name, dataUrl));
    } catch (error) {
      toast(error instanceof PictureTooLarge ? error.message : IMAGE_PROBLEM, 'error');
    } finally {
      setReading(false);
    }
  }
  async function remove(): Promise<void> {
    const message = `The ${label} will be deleted. Are you sure?`;
    if (!(await confirm({ message, confirmLabel: 'Delete', isDestructive: true }))) return;
    await change('Picture deleted.', deleteAttribute(name, source));
  }

  return (
    <div>
      <h3 className={classes.heading}>{label}</h3>
      <DropArea
        label={label}
        accept="image/png,image/jpeg,image/webp,image/gif"
        disabled={!mayModify || isReading}
        onFiles={([file]) => file !== undefined && void take(async () => file)}
        onAddress={(address) => void take(() => readAddress(address))}
      >
        {isShown ? (
          <img src={source} alt="" width={widthPx} className={classes.image} />
        ) : (
          <span className={classes.noImage} style={{ width: widthPx }} />
        )}
        {mayModify ? <span role="status">{isReading ? 'Loading the image…' : 'Drop an image here'}</span> : null}
      </DropArea>
      {isShown && mayDelete ? (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          disabled={isBusy || isReading}
          aria-label={`Delete the ${label}`}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      ) : null}
    </div>
  );
}
