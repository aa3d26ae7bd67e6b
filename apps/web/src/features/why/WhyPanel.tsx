import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import type { WhyRequest } from '#actions/why.ts';
import { ItemChoice } from './ItemChoice.tsx';
import { WhyFacts } from './WhyFacts.tsx';
import classes from './why.module.css';
import { whyAddress } from './why-address.ts';

const keyOf = ({ assetId, dataItemId }: WhyRequest['items'][number]) => `${assetId}-${dataItemId}`;

/** Where a value comes from, beside the screen that shows it. */
export function WhyPanel({ request: { items, atMs } }: { request: WhyRequest }) {
  const [chosen, setChosen] = useState<string>();
  const item = items.find((one) => keyOf(one) === chosen) ?? items[0];
  const close = () => setUi({ why: undefined });
  const at = atMs === undefined ? undefined : new Date(atMs).toISOString();
  return (
    <Drawer opened onClose={close} position="right" size="min(560px, 100vw)" title="Why this number?">
      {items.length > 1 && item ? (
        <ItemChoice items={items} chosen={keyOf(item)} keyOf={keyOf} onChoose={setChosen} />
      ) : null}
      {item ? (
        <>
          <WhyFacts
            key={keyOf(item)}
            {...item}
            at={at}
            onAsk={(dataItemId, askedMs) =>
              setUi({ why: { items: [{ assetId: item.assetId, dataItemId }], atMs: askedMs } })
            }
          />
          <p className={classes.foot}>
            <Link href={whyAddress(item, at)} onClick={close}>
              Open as a page
            </Link>
          </p>
        </>
      ) : null}
    </Drawer>
  );
}
