import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { ProjectionSeries } from '@telltale/domain/field/projection.ts';
import { useState } from 'react';
import { Loading } from '#ui/feedback/Loading.tsx';
import { DropArea } from '#ui/form/DropArea.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { saveFile } from '#ui/save-file.ts';
import classes from './projection.module.css';
import { MOST_PROJECTION_BYTES, readProjectionFile } from './projection-csv.ts';
import { projectionTemplate } from './projection-template.ts';

/** With the chart library, for who has a projection. */
const ProjectionChart = lazyPart(async () => (await import('./ProjectionChart.tsx')).ProjectionChart, Loading);

interface ProjectionFieldProps {
  series: readonly ProjectionSeries[];
  filename: string;
  onChange: (series: readonly ProjectionSeries[], filename: string) => void;
}

/** The projection of a job: a CSV file, shown as what it says, or by line why it is none. */
export function ProjectionField({ series, filename, onChange }: ProjectionFieldProps) {
  const [problems, setProblems] = useState<{ of: string; list: readonly string[]; count: number }>();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setNotes([]);
    const read = await readFile(file);
    if (read.problems) {
      setProblems({ of: file.name, list: read.problems, count: read.count });
      return;
    }
    setProblems(undefined);
    setNotes(read.notes);
    onChange(read.series, file.name);
  };
  return (
    <section className={classes.projection} aria-label="Projection">
      <h4 className={classes.heading}>Projection</h4>
      <p className={classes.dim}>
        A CSV file: the first column is the depth, each other one a series. A column Time (h) says how deep the job
        should be when; without one the report goes by the benchmarks, to the deepest depth of the file.
      </p>
      <div className={classes.ways}>
        <DropArea label="Projection CSV" accept=".csv,.txt,text/csv,text/plain" onFiles={([file]) => void take(file)}>
          Drop a CSV file here, or choose one
        </DropArea>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(projectionTemplate(), 'projection_template.csv', 'text/csv')}
        >
          Download template
        </Button>
      </div>
      {problems === undefined ? null : (
        <div className={classes.problems} role="alert">
          <p>{`${problems.of} is not taken${series.length > 0 ? `; ${filename} stays` : ''}.`}</p>
          <ul>
            {problems.list.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.count > problems.list.length ? (
            <p>{`And ${(problems.count - problems.list.length).toLocaleString('en-US')} more.`}</p>
          ) : null}
        </div>
      )}
      {series.length === 0 ? null : (
        <>
          <div className={classes.file}>
            <span>{filename}</span>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                setNotes([]);
                onChange([], '');
              }}
            >
              Remove the projection
            </Button>
          </div>
          {notes.map((note) => (
            <p key={note} className={classes.dim} role="status">
              {note}
            </p>
          ))}
          <ProjectionChart series={series} />
        </>
      )}
    </section>
  );
}

async function readFile(file: File): Promise<ReturnType<typeof readProjectionFile>> {
  if (file.size > MOST_PROJECTION_BYTES) {
    const most = MOST_PROJECTION_BYTES / 1_000_000;
    return { problems: [`The file is larger than ${most} MB.`], count: 1 };
  }
  try {
    return readProjectionFile(await file.text());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { problems: ['The file cannot be read. Choose it again.'], count: 1 };
  }
}
