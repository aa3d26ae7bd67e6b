import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { RichText } from '#tiles/shared/rich-text/RichText.tsx';
import type { TextBoxSettings } from './settings.ts';
import classes from './text-box.module.css';

/** Rich text with current values and asset attributes in it. */
export function TextBoxTile({ settings }: TileViewProps<TextBoxSettings>) {
  const { text, substitutions, decimals, fontSize } = settings;
  if (text.trim() === '') return <TileMessage hint="Edit this tile to write some.">No text yet</TileMessage>;
  return (
    <div className={classes.box} style={{ fontSize }}>
      <RichText html={text} substitutions={substitutions} decimals={decimals} />
    </div>
  );
}
