import classes from './map.module.css';
import { isCluster, type MapMarker, type MarkerCluster } from './marker-clusters.ts';

/** The button that stands on the map for a marker or a cluster. */
export function markerElement(shown: MapMarker | MarkerCluster): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  if (isCluster(shown)) fillCluster(button, shown);
  else fillMarker(button, shown);
  return button;
}

/** Two shapes that would look the same have the same text; a marker whose text is unchanged is left alone. */
export function markerLook(shown: MapMarker | MarkerCluster): string {
  return JSON.stringify(shown);
}

/** The pin of an asset that is being moved. */
export function movingElement(): HTMLElement {
  const pin = document.createElement('div');
  pin.className = classes.moving ?? '';
  return pin;
}

function fillCluster(button: HTMLButtonElement, { count, alarm, disconnected, strongest }: MarkerCluster): void {
  button.className = classes.cluster ?? '';
  button.dataset.cluster = 'true';
  button.textContent = count > 999 ? `${Math.floor(count / 100) / 10}k` : String(count);
  if (strongest !== undefined) {
    button.dataset.quake = 'true';
    button.setAttribute(
      'aria-label',
      `${count.toLocaleString('en')} earthquakes, the strongest ${magnitudeText(strongest)}`,
    );
    return;
  }
  markAlarm(button, alarm);
  const facts = [alarm === undefined ? '' : `worst alarm severity ${alarm.severity}`, offline(disconnected)];
  button.setAttribute('aria-label', [`${count.toLocaleString('en')} assets`, ...facts].filter(Boolean).join(', '));
}

/** Ranks above which severities lie on top of each other as they come. */
const RANKS = 100;

/** The colour of the worst alarm; and the worse it is, the further up the marker lies where others cover it. */
function markAlarm(button: HTMLButtonElement, alarm: MapMarker['alarm']): void {
  button.dataset.alarm = String(alarm !== undefined);
  if (alarm === undefined) return;
  button.style.setProperty('--marker-alarm', alarm.color);
  button.style.setProperty('--marker-rank', String(Math.min(RANKS, Math.max(1, Math.ceil(alarm.severity)))));
}

function offline(count: number): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} disconnected`;
}

/** `M 2.4`. */
export function magnitudeText(magnitude: number | null): string {
  return magnitude === null ? 'without a magnitude' : `M ${magnitude.toFixed(1)}`;
}

/** Pixels across: one that is felt is seen from afar, one that only instruments notice is still a target. */
function quakeSize(magnitude: number | null): number {
  return Math.round(Math.min(34, Math.max(10, 6 + 4 * (magnitude ?? 1))));
}

function fillMarker(button: HTMLButtonElement, marker: MapMarker): void {
  const { name, description, icon, alarm, isConnected, quake } = marker;
  button.className = classes.marker ?? '';
  button.dataset.connected = String(isConnected);
  markAlarm(button, alarm);
  button.setAttribute('aria-label', `${name}, ${description}`);
  const picture = document.createElement(icon === undefined ? 'span' : 'img');
  picture.className = (icon === undefined ? classes.pin : classes.icon) ?? '';
  if (picture instanceof HTMLImageElement && icon !== undefined) {
    picture.src = icon;
    picture.alt = '';
  }
  if (quake !== undefined) {
    button.dataset.quake = 'true';
    button.style.setProperty('--quake-size', `${quakeSize(quake.magnitude)}px`);
  }
  const label = document.createElement('span');
  label.className = classes.label ?? '';
  label.textContent = name;
  button.append(picture, label);
}

/** The written name of a marker; undefined for a cluster, which has none. */
export function labelOf(button: HTMLElement): HTMLElement | undefined {
  return button.querySelector<HTMLElement>(`.${classes.label}`) ?? undefined;
}

/** What no name may cover: the picture or pin of a marker, the whole of a cluster. */
export function solidPartOf(button: HTMLElement): HTMLElement {
  const label = labelOf(button);
  return label === undefined ? button : ((label.previousElementSibling as HTMLElement | null) ?? button);
}
