import { assets, playback } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import type { PlaybackCalls } from './past-reader.ts';

/** The portal's answers that playback stands on. */
export const portalPlayback: PlaybackCalls = {
  async loadState(assetId, atMs, signal) {
    const query = { at: new Date(atMs).toISOString() };
    const start = await callApi(assets.getAssetState, { params: { assetId }, query, signal });
    return { start, points: [], changes: [], to: atMs };
  },

  loadRecording({ assetId, fromMs, toMs, stepMs }, signal) {
    const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), step: stepMs };
    return callApi(playback.getRecording, { params: { assetId }, query, signal });
  },
};
