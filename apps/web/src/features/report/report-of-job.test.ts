import { expect, test } from 'vitest';
import { reportOfJob } from './report-of-job.ts';

const job = {
  jobId: 5,
  assetId: 11 as never,
  jobSerialNumber: 'North - Pad 1 - 1H',
  startTime: '2026-03-01T06:00:00Z',
  endTime: null,
  openedAt: '2026-03-01T05:00:00Z',
  openedBy: 'ada',
  closedAt: '2026-03-02T12:05:00Z',
  closedBy: 'bo',
  attributes: [
    { attributeName: 'JobStartTime', attributeValue: '2026-04-01T06:00:00Z' },
    { attributeName: 'BOP Count', attributeValue: '4' },
  ],
};
const own = [
  { attributeName: 'Projection-Time (h)', attributeValue: '[[0,0],[9000,6]]' },
  { attributeName: 'BOP Count', attributeValue: '7' },
];

test('a closed job is what was kept of it, in its own time, with the projection of its own asset', () => {
  expect(reportOfJob(job, own)).toEqual({
    jobId: 5,
    name: 'North - Pad 1 - 1H',
    attributes: [
      { attributeName: 'BOP Count', attributeValue: '4' },
      { attributeName: 'jobStartTime', attributeValue: '2026-03-01T06:00:00Z' },
      { attributeName: 'jobCloseTime', attributeValue: '2026-03-02T12:05:00Z' },
      { attributeName: 'Projection-Time (h)', attributeValue: '[[0,0],[9000,6]]' },
    ],
    atMs: Date.parse('2026-03-02T12:15:00Z'),
  });
});

test('one without a start begins when it was opened; one that is open is the report of its rig', () => {
  expect(reportOfJob({ ...job, startTime: null }, [])?.attributes[1]?.attributeValue).toBe('2026-03-01T05:00:00Z');
  expect(reportOfJob({ ...job, closedAt: null }, own)).toBeUndefined();
});
