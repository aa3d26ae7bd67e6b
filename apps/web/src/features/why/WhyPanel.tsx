import { Drawer } from '@mantine/core';
import { setUi } from '#actions/ui-store.ts';
import type { WhyRequest } from '#actions/why.ts';
import { ValuesOfAlarm } from './ValuesOfAlarm.tsx';
import { WhyValues } from './WhyValues.tsx';

/** Where a value comes from, beside the screen that shows it. */
export function WhyPanel({ request }: { request: WhyRequest }) {
  const close = () => setUi({ why: undefined });
  const { alarm, atMs } = request;
  return (
    <Drawer opened onClose={close} position="right" size="min(560px, 100vw)" title="Why this number?">
      {alarm ? <ValuesOfAlarm alarm={alarm} atMs={atMs} /> : <WhyValues {...request} />}
    </Drawer>
  );
}
