import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type BrokerValue, brokerTimeFormats } from '@telltale/contract';
import classes from './broker.module.css';
import { NEW_VALUE, type RuleDraft } from './rule-draft.ts';

interface RuleFormProps {
  place: number;
  rule: RuleDraft;
  /** Why a field cannot be saved, as `values.0.path`. */
  faultAt: (field: string) => string | undefined;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
}

const FORMATS = { ms: 'milliseconds', s: 'seconds', us: 'microseconds', ns: 'nanoseconds', text: 'text' } as const;
const NEW_TIME = { source: '$.ts', format: 'ms', zone: 'UTC' } as const;

/** The fields of one rule. */
export function RuleForm({ place, rule, faultAt, onChange, onRemove }: RuleFormProps) {
  const put = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part });
  const putValue = (index: number, part: Partial<BrokerValue>) =>
    put({ values: rule.values.map((value, at) => (at === index ? { ...value, ...part } : value)) });
  const text = (name: 'name' | 'topic' | 'serialNumber', label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      value={rule[name]}
      error={faultAt(name)}
      onChange={({ currentTarget }) => put({ [name]: currentTarget.value })}
    />
  );
  const { time } = rule;
  return (
    <fieldset className={classes.rule}>
      <legend>{rule.name.trim() || `Rule ${place + 1}`}</legend>
      <div className={classes.fields}>
        {text('name', 'Name')}
        <NativeSelect
          label="Messages are"
          value={rule.payload}
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'text', label: 'one value as text' },
          ]}
          onChange={({ currentTarget }) => put({ payload: currentTarget.value === 'text' ? 'text' : 'json' })}
        />
      </div>
      {text('topic', 'Topic', 'With + and #, and parts that have a name: plant/{line}/+/{serial}/#')}
      {text('serialNumber', 'Serial number of the asset', 'Text with parts of the topic, or a path like $.device.id')}
      <div className={classes.fields}>
        <Checkbox
          label="Make an asset that there is not yet"
          checked={rule.definition !== null}
          onChange={({ currentTarget }) => put({ definition: currentTarget.checked ? 'MQTT device' : null })}
        />
        {rule.definition === null ? null : (
          <TextInput
            label="Its asset definition"
            value={rule.definition}
            error={faultAt('definition')}
            onChange={({ currentTarget }) => put({ definition: currentTarget.value })}
          />
        )}
      </div>
      <table className={classes.values} aria-label={`Values of ${rule.name}`}>
        <thead>
          <tr>
            <th scope="col">Value at</th>
            <th scope="col">Data item</th>
            <th scope="col">Unit</th>
            <th aria-label="Remove" />
          </tr>
        </thead>
        <tbody>
          {rule.values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value that is being written has no other name
            <tr key={index}>
              {(['path', 'label', 'unit'] as const).map((field) => (
                <td key={field}>
                  <TextInput
                    aria-label={`${{ path: 'Path', label: 'Data item', unit: 'Unit' }[field]} ${index + 1}`}
                    value={value[field]}
                    error={faultAt(`values.${index}.${field}`)}
                    onChange={({ currentTarget }) => putValue(index, { [field]: currentTarget.value })}
                  />
                </td>
              ))}
              <td>
                <ActionIcon
                  aria-label={`Remove value ${index + 1}`}
                  disabled={rule.values.length === 1}
                  onClick={() => put({ values: rule.values.filter((_, at) => at !== index) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.dim}>
        A path like $.pressure, $.values.* (then the data item may be {'{key}'}) or $[*].v (then it may be @.tag, beside
        the value). $ alone is the whole message.
      </p>
      <Checkbox
        label="The message tells its time"
        checked={time !== null}
        onChange={({ currentTarget }) => put({ time: currentTarget.checked ? NEW_TIME : null })}
      />
      {time === null ? null : (
        <div className={classes.fields}>
          <TextInput
            label="Time at"
            value={time.source}
            error={faultAt('time.source')}
            onChange={({ currentTarget }) => put({ time: { ...time, source: currentTarget.value } })}
          />
          <NativeSelect
            label="In"
            value={time.format}
            data={brokerTimeFormats.map((value) => ({ value, label: FORMATS[value] }))}
            onChange={({ currentTarget }) =>
              put({ time: { ...time, format: brokerTimeFormats.find((one) => one === currentTarget.value) ?? 'ms' } })
            }
          />
          {time.format === 'text' ? (
            <TextInput
              label="Zone of times without one"
              value={time.zone}
              error={faultAt('time.zone')}
              onChange={({ currentTarget }) => put({ time: { ...time, zone: currentTarget.value } })}
            />
          ) : null}
        </div>
      )}
      <div className={classes.ruleButtons}>
        <Button variant="default" size="compact-sm" onClick={() => put({ values: [...rule.values, NEW_VALUE] })}>
          Add value
        </Button>
        <Button variant="default" size="compact-sm" aria-label={`Remove rule ${rule.name}`} onClick={onRemove}>
          Remove rule
        </Button>
      </div>
    </fieldset>
  );
}
