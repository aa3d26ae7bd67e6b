import { Button, Input, Popover } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import { useId, useState } from 'react';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { DataItemCheckList } from './DataItemCheckList.tsx';
import classes from './data-item-picker.module.css';

interface DataItemsPickerProps {
  label?: string;
  value: readonly DataItemSelection[];
  onChange: (next: DataItemSelection[]) => void;
  isRequired?: boolean;
}

/** Chooses several data items: '{n} Selected', with search, Check all, Clear all and Done (spec 1 §2). */
export function DataItemsPicker({ label = 'Data items', value, onChange, isRequired = false }: DataItemsPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Input.Wrapper label={label} id={id} required={isRequired}>
      <Popover id={id} opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            {...(label === '' ? {} : { 'aria-labelledby': `${id}-label ${id}-text` })}
            className={classes.target}
            data-chosen={value.length > 0}
            aria-invalid={isRequired && value.length === 0}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={`${id}-text`}>{value.length} Selected</span>
            <IconSelector size={16} />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={6} onFocusCapture={keepEscapeInside}>
          <DataItemCheckList value={value} onChange={onChange}>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </DataItemCheckList>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
