import { useState } from 'react';
import { Link } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import type { WhyRequest } from '#actions/why.ts';
import { ItemChoice } from './ItemChoice.tsx';
import { WhyFacts } from './WhyFacts.tsx';
import classes from './why.module.css';
import { whyAddress } from './why-address.ts';

const keyOf = ({ assetId, dataItemId }: WhyRequest['items'][number]) => `${assetId}-${dataItemId}`;

/** The facts of one value, with a choice where several are meant. */
export function WhyValues({ items, atMs }: Pick<WhyRequest, 'items' | 'atMs'>) {
  const [chosen, setChosen] = useState<string>();
  const item = items.find((one) => keyOf(one) === chosen) ?? items[0];
  if (item === undefined) return null;
  const { assetId, dataItemId } = item;
  const moment = item.atMs ?? atMs;
  const at = moment === undefined ? undefined : new Date(moment).toISOString();
  return (
    <>
      {items.length > 1 ? <ItemChoice items={items} chosen={keyOf(item)} keyOf={keyOf} onChoose={setChosen} /> : null}
      <WhyFacts
        key={keyOf(item)}
        assetId={assetId}
        dataItemId={dataItemId}
        at={at}
        onAsk={(asked, askedMs) => setUi({ why: { items: [{ assetId, dataItemId: asked }], atMs: askedMs } })}
      />
      <p className={classes.foot}>
        <Link href={whyAddress(item, at)} onClick={() => setUi({ why: undefined })}>
          Open as a page
        </Link>
      </p>
    </>
  );
}
