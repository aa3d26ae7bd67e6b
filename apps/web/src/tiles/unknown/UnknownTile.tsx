import { IconQuestionMark } from '@tabler/icons-react';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';

/** Spec 1 §2, word for word. */
const EXPLANATION = 'Either no type was selected or this tile type is deprecated, please delete and recreate this tile';

export function UnknownTile() {
  return <TileMessage icon={<IconQuestionMark size={24} stroke={1.5} />}>{EXPLANATION}</TileMessage>;
}
