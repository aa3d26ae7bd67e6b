import type { AdminId, handovers } from '@telltale/contract';
import { systemCaller } from '#http/system-caller.ts';
import type { CallSample, SampleWorld } from './sample.ts';
import { HOLDER } from './sample-world.ts';

/** The unit of everybody in the world of the samples. */
const UNIT = 1 as AdminId;
const ofUnit = { params: { adminId: UNIT } };

const asUser = (userId: number, username: string) => ({ ...systemCaller, userId: userId as never, username });

/** The unit's handover, running; one that is signed is accepted first, and the next one begins. */
async function running({ portal }: SampleWorld): Promise<handovers.HandoverSummary> {
  const { handoverService } = portal.context;
  const current = await handoverService.begin(systemCaller, UNIT);
  if (current.state === 'running') return current;
  await handoverService.accept(asUser(999_999, 'somebody'), current.handoverId, '');
  return handoverService.begin(systemCaller, UNIT);
}

async function signedBy(world: SampleWorld, userId: number, username: string) {
  const { handoverId } = await running(world);
  await world.portal.context.handoverService.sign(asUser(userId, username), handoverId);
  return { params: { handoverId } };
}

/** Calls about what one shift tells the next. */
export const handoverSamples: Readonly<Record<string, CallSample>> = {
  'handovers.getShifts': { scope: 'unit', make: () => ofUnit },
  'handovers.putShifts': {
    scope: 'unit',
    make: () => ({ ...ofUnit, body: { zone: 'Europe/Berlin', shifts: [{ name: 'Day', startMinute: 360 }] } }),
  },
  'handovers.listHandovers': { scope: 'unit', make: () => ofUnit },
  'handovers.beginHandover': { scope: 'unit', make: () => ofUnit },
  'handovers.getHandover': { scope: 'unit', make: ({ own }) => ({ params: { handoverId: own.handoverId } }) },
  'handovers.putHandoverText': {
    scope: 'unit',
    make: async (world) => {
      const { handoverId } = await running(world);
      const { body } = await world.root.get<handovers.Handover>(`/api/handovers/${handoverId}`);
      const version = body.texts.find(({ section }) => section === 'summary')?.version ?? 0;
      return { params: { handoverId, section: 'summary' }, body: { text: world.name('text'), version } };
    },
  },
  'handovers.signHandover': {
    scope: 'unit',
    make: async (world) => ({ params: { handoverId: (await running(world)).handoverId } }),
  },
  'handovers.unsignHandover': { scope: 'unit', make: (world) => signedBy(world, world.holderId, HOLDER) },
  'handovers.acceptHandover': {
    scope: 'unit',
    make: async (world) => ({ ...(await signedBy(world, 999_998, 'leaving')), body: { remark: world.name('remark') } }),
  },
};
