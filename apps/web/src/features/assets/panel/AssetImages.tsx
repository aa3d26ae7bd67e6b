import { type assets, permissionId } from '@telltale/contract';
import { useMay } from '#session/session-store.ts';
import { AssetImage } from './AssetImage.tsx';
import classes from './panel.module.css';

/** The picture of an asset and its marker on the map; both are stored small, as attributes. */
export function AssetImages({ asset }: { asset: assets.Asset }) {
  const mayModify = useMay(permissionId('Attributes', 'Modify'));
  const mayDelete = useMay(permissionId('Attributes', 'Delete'));
  return (
    <section className={classes.section}>
      <div className={classes.images}>
        <AssetImage asset={asset} name="thumbnail" mayModify={mayModify} mayDelete={mayDelete} />
        <AssetImage asset={asset} name="marker" mayModify={mayModify} mayDelete={mayDelete} />
      </div>
    </section>
  );
}
