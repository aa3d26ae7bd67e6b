import { hubAddress } from '#tile-kit/readings/use-message-inspector.ts';
import type { PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import type { MessageViewerSettings } from './settings.ts';

export const messageViewerFields: readonly PlainGroup<MessageViewerSettings>[] = [
  {
    fields: [
      {
        kind: 'text',
        key: 'url',
        label: 'Broker URL',
        description: 'Only the portal’s own hub can be opened.',
        placeholder: hubAddress(),
      },
      {
        kind: 'text',
        key: 'topic',
        label: 'Topic',
        description: 'Offered at first; empty offers the values of the dashboard’s asset.',
        placeholder: 'telltale/assets/7/dataitems/#',
      },
    ],
  },
];
