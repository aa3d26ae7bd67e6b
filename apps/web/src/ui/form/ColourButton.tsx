import { Button, ColorPicker, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core';
import { parseColour } from '@telltale/domain';
import { useState } from 'react';
import classes from './colour-button.module.css';
import { keepEscapeInside } from './keep-escape-inside.ts';

interface ColourButtonProps {
  /** What the colour is of; the button's name for screen readers. */
  label: string;
  /** '' is the default. */
  value: string;
  onChange: (colour: string) => void;
  /** Colours offered at once, e.g. the palette's series. */
  swatches: readonly string[];
  /** What '' looks like; without it there is no way back to a default. */
  defaultColour?: string;
}

/** A button that shows a colour and opens a callout with a chooser, swatches and a field for the value. */
export function ColourButton({ label, value, onChange, swatches, defaultColour }: ColourButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = value || defaultColour || 'transparent';
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={value || 'Default'} disabled={isOpen}>
          <button
            type="button"
            className={classes.button}
            aria-label={`${label}: ${value || 'default'}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes.swatch} style={{ background: shown }} data-default={value === ''} />
          </button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" onFocusCapture={keepEscapeInside}>
        <Stack gap="xs" w={220}>
          <ColorPicker
            fullWidth
            size="sm"
            format="hex"
            value={value || defaultColour || '#888888'}
            onChange={onChange}
            swatches={[...swatches]}
            swatchesPerRow={10}
            saturationLabel={`${label}, saturation`}
            hueLabel={`${label}, hue`}
          />
          <Group gap="xs" wrap="nowrap">
            <ColourText label={label} value={value} onChange={onChange} />
            {defaultColour === undefined ? null : (
              <Button variant="default" onClick={() => onChange('')} disabled={value === ''}>
                Default
              </Button>
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The colour as text: taken over as soon as it is one, so half-typed values change nothing. */
function ColourText({ label, value, onChange }: Pick<ColourButtonProps, 'label' | 'value' | 'onChange'>) {
  const [draft, setDraft] = useState<string>();
  const isWrong = draft !== undefined && draft.trim() !== '' && parseColour(draft) === undefined;
  return (
    <TextInput
      flex={1}
      aria-label={`${label}, value`}
      placeholder="#rrggbb"
      value={draft ?? value}
      error={isWrong}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const colour = parseColour(currentTarget.value);
        if (colour !== undefined) onChange(colour);
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}
