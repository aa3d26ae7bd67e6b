import { ActionIcon, Checkbox, Popover, Radio } from '@mantine/core';
import { IconPolygon, IconRuler2, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './asset-map.module.css';
import type { MapTools } from './use-map-tools.ts';

interface MapControlsProps {
  title: string;
  style: string;
  styles: readonly string[];
  onStyle: (name: string) => void;
  overlays: readonly string[];
  shown: readonly string[];
  onShown: (shown: readonly string[]) => void;
  tools: MapTools;
  /** Whether an area can be drawn, that means something. */
  hasArea: boolean;
  /** More buttons. */
  children?: ReactNode;
}

/** Title, the choice of background and layers, and the tools. */
export function MapControls({ title, tools, hasArea, children, ...choice }: MapControlsProps) {
  const toggle = (tool: 'area' | 'distance') => tools.begin(tools.tool === tool ? undefined : tool);
  return (
    <div className={classes.head}>
      <StyleChoice {...choice} />
      {hasArea ? (
        <ActionIcon
          size={30}
          variant="default"
          className={classes.tool ?? ''}
          aria-label="Draw an area"
          title="Draw an area"
          aria-pressed={tools.tool === 'area'}
          onClick={() => toggle('area')}
        >
          <IconPolygon size={16} />
        </ActionIcon>
      ) : null}
      <ActionIcon
        size={30}
        variant="default"
        className={classes.tool ?? ''}
        aria-label="Measure a distance"
        title="Measure a distance"
        aria-pressed={tools.tool === 'distance'}
        onClick={() => toggle('distance')}
      >
        <IconRuler2 size={16} />
      </ActionIcon>
      {children}
      {title === '' ? null : <span className={classes.title}>{title}</span>}
    </div>
  );
}

type StyleChoiceProps = Omit<MapControlsProps, 'title' | 'tools' | 'hasArea' | 'children'>;

function StyleChoice({ style, styles, onStyle, overlays, shown, onShown }: StyleChoiceProps) {
  if (styles.length <= 1 && overlays.length === 0) return null;
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={30} variant="default" aria-label="Map style and layers">
          <IconStack2 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices ?? ''}>
        <p className={classes.choiceTitle}>Style</p>
        <Radio.Group value={style} onChange={onStyle} aria-label="Style">
          {styles.map((name) => (
            <Radio key={name} value={name} label={name} className={classes.choice ?? ''} />
          ))}
        </Radio.Group>
        {overlays.length === 0 ? null : (
          <Checkbox.Group value={[...shown]} onChange={onShown} aria-label="Layers">
            <p className={classes.choiceTitle}>Layers</p>
            {overlays.map((name) => (
              <Checkbox key={name} value={name} label={name} className={classes.choice ?? ''} />
            ))}
          </Checkbox.Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
