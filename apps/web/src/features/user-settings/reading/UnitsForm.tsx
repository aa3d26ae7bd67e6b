import { NativeSelect, Radio, Stack } from '@mantine/core';
import { UNIT_AS_SENT, UNIT_SYSTEM_ATTRIBUTE, type UnitSystem } from '@telltale/contract';
import { DIMENSIONS, type Dimension } from '@telltale/domain/units/unit.ts';
import { unitAttribute, unitChoice, unitsOf } from '@telltale/domain/units/user-units.ts';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { saveOwnAttribute } from '#session/own-attributes.ts';
import { useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from '../user-settings.module.css';
import { dimensionNames } from './dimension-names.ts';

const systems: readonly { system: UnitSystem; label: string; description: string }[] = [
  { system: 'sent', label: 'As they are sent', description: 'Every value in the unit of its data item.' },
  { system: 'metric', label: 'Metric', description: 'kPa, °C, m³/h, m; what is sent in metric units stays.' },
  { system: 'us', label: 'US customary', description: 'psi, °F, gpm, ft; what is sent in such units stays.' },
];

/** In which units the user reads values. Stored and sent is what the device sends: only what is shown changes. */
export function UnitsForm() {
  const attributes = useSessionStore(({ user }) => user?.attributes) ?? [];
  const { system, units } = unitChoice(attributes);
  // What is on its way, by attribute: each is saved alone, so that two pages open at once do not undo each other.
  const [asked, setAsked] = useState<Readonly<Record<string, string>>>({});
  const save = async (name: string, value: string) => {
    setAsked((before) => ({ ...before, [name]: value }));
    const refusal = await refusalOf(saveOwnAttribute(name, value));
    setAsked(({ [name]: last, ...rest }) => (last === undefined || last === value ? rest : { ...rest, [name]: last }));
    if (refusal !== undefined) toast(`The unit was not saved. ${refusal}`, 'error');
  };
  const field = (dimension: Dimension) => {
    const name = unitAttribute(dimension);
    return (
      <NativeSelect
        key={dimension}
        label={dimensionNames[dimension]}
        value={asked[name] ?? units[dimension] ?? ''}
        onChange={({ currentTarget }) => void save(name, currentTarget.value)}
        data={[
          { value: '', label: 'As above' },
          { value: UNIT_AS_SENT, label: 'As it is sent' },
          ...unitsOf(dimension).map(({ symbol }) => symbol),
        ]}
      />
    );
  };
  return (
    <>
      <p className={classes.lead}>
        Values are stored as they are sent, and alarms and commands keep the unit of the data item. Here you choose how
        you read them on dashboards and pages.
      </p>
      <Radio.Group
        aria-label="Unit system"
        value={asked[UNIT_SYSTEM_ATTRIBUTE] ?? system}
        onChange={(value) => void save(UNIT_SYSTEM_ATTRIBUTE, value)}
      >
        <Stack gap="xs">
          {systems.map(({ system: value, ...words }) => (
            <Radio key={value} value={value} {...words} />
          ))}
        </Stack>
      </Radio.Group>
      <fieldset className={classes.units}>
        <legend>Single units</legend>
        {DIMENSIONS.map(field)}
      </fieldset>
    </>
  );
}
