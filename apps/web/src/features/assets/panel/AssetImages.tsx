import { type assets, permissionId } from '@telltale/contract';
import { useMay } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { DropArea } from '#ui/form/DropArea.tsx';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { readAddress } from './read-address.ts';
import { IMAGE_PROBLEM, imageKinds, PictureTooLarge, shrinkImage } from './shrink-image.ts';
import { useAssetChanges } from './use-asset-changes.ts';

/** The picture of an asset and its marker on the map; both are stored small, as attributes. */
export function AssetImages({ asset }: { asset: assets.Asset }) {
  const mayModify = useMay(permissionId('Attributes', 'Modify'));
  const { change, putAttribute } = useAssetChanges(asset.assetId);

  async function take(attributeName: keyof typeof imageKinds, read: () => Promise<Blob>): Promise<void> {
    try {
      const dataUrl = await shrinkImage(await read(), imageKinds[attributeName]);
      await change('Picture saved.', putAttribute(attributeName, dataUrl));
    } catch (error) {
      toast(error instanceof PictureTooLarge ? error.message : IMAGE_PROBLEM, 'error');
    }
  }

  return (
    <section className={classes.section}>
      <div className={classes.images}>
        {(['thumbnail', 'marker'] as const).map((name) => {
          const { label, widthPx } = imageKinds[name];
          const source = attributeOf(asset, name);
          return (
            <div key={name}>
              <h3 className={classes.heading}>{label}</h3>
              <DropArea
                label={label}
                accept="image/png,image/jpeg,image/webp,image/gif"
                disabled={!mayModify}
                onFiles={([file]) => file !== undefined && void take(name, async () => file)}
                onAddress={(address) => void take(name, () => readAddress(address))}
              >
                {source?.startsWith('data:image/') ? (
                  <img src={source} alt="" width={widthPx} />
                ) : (
                  <span className={classes.noImage} style={{ width: widthPx }} />
                )}
                {mayModify ? 'Drop an image here' : null}
              </DropArea>
            </div>
          );
        })}
      </div>
    </section>
  );
}
