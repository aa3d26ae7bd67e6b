import type { definitionTemplates } from '@telltale/contract';
import classes from './templates.module.css';

/** What a definition made from a template would have. */
export function TemplateContents({ template }: { template: definitionTemplates.DefinitionTemplate }) {
  const { dataItems, alarms, dashboards } = template;
  const parts = [
    { many: 'data items', names: dataItems.map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`)) },
    { many: alarms.length === 1 ? 'alarm' : 'alarms', names: alarms },
    { many: dashboards.length === 1 ? 'dashboard' : 'dashboards', names: dashboards },
  ];
  return (
    <dl className={classes.contents}>
      {parts.map(({ many, names }) => (
        <div key={many}>
          <dt>
            {names.length} {many}
          </dt>
          <dd>{names.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
