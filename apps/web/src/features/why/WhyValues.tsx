import { useState } from 'react';
import { Link } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import type { WhyItem, WhyRequest } from '#actions/why.ts';
import { spanAddress, whyAddress } from '#actions/why-address.ts';
import { ItemChoice } from './ItemChoice.tsx';
import { WhyFacts } from './WhyFacts.tsx';
import { WhySpanFacts } from './WhySpanFacts.tsx';
import classes from './why.module.css';

const keyOf = ({ assetId, dataItemId, atMs, span }: WhyItem) =>
  [assetId, dataItemId, atMs, span?.fromMs, span?.toMs].join('-');

/** The facts of one value, with a choice where several are meant. */
export function WhyValues({ items, atMs }: Pick<WhyRequest, 'items' | 'atMs'>) {
  const [chosen, setChosen] = useState<string>();
  const item = items.find((one) => keyOf(one) === chosen) ?? items[0];
  if (item === undefined) return null;
  const { assetId, dataItemId, span } = item;
  const moment = item.atMs ?? atMs;
  const at = moment === undefined ? undefined : new Date(moment).toISOString();
  const ids = { assetId, dataItemId };
  const ask = (asked: number, askedMs: number | undefined) =>
    setUi({ why: { items: [{ assetId, dataItemId: asked }], atMs: askedMs } });
  return (
    <>
      {items.length > 1 ? <ItemChoice items={items} chosen={keyOf(item)} keyOf={keyOf} onChoose={setChosen} /> : null}
      {span ? (
        <WhySpanFacts key={keyOf(item)} {...ids} {...span} onAsk={ask} />
      ) : (
        <WhyFacts key={keyOf(item)} {...ids} at={at} onAsk={ask} />
      )}
      <p className={classes.foot}>
        <Link href={span ? spanAddress(item, span) : whyAddress(item, at)} onClick={() => setUi({ why: undefined })}>
          Open as a page
        </Link>
      </p>
    </>
  );
}
