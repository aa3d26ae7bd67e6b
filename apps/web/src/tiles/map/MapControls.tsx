import { ActionIcon, Checkbox, Popover, Radio } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import classes from './map-tile.module.css';

interface MapControlsProps {
  title: string;
  style: string;
  styles: readonly string[];
  onStyle: (name: string) => void;
  overlays: readonly string[];
  shown: readonly string[];
  onShown: (shown: readonly string[]) => void;
}

/** Title, and the choice of background and layers. */
export function MapControls({ title, style, styles, onStyle, overlays, shown, onShown }: MapControlsProps) {
  const hasChoice = styles.length > 1 || overlays.length > 0;
  return (
    <div className={classes.head}>
      {hasChoice ? (
        <Popover position="bottom-start" withinPortal trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon size={30} variant="default" aria-label="Map style and layers">
              <IconStack2 size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <p className={classes.choiceTitle}>Style</p>
            <Radio.Group value={style} onChange={onStyle} aria-label="Style">
              {styles.map((name) => (
                <Radio key={name} value={name} label={name} className={classes.choice} />
              ))}
            </Radio.Group>
            {overlays.length === 0 ? null : (
              <Checkbox.Group value={[...shown]} onChange={onShown} aria-label="Layers">
                <p className={classes.choiceTitle}>Layers</p>
                {overlays.map((name) => (
                  <Checkbox key={name} value={name} label={name} className={classes.choice} />
                ))}
              </Checkbox.Group>
            )}
          </Popover.Dropdown>
        </Popover>
      ) : null}
      {title === '' ? null : <span className={classes.title}>{title}</span>}
    </div>
  );
}
