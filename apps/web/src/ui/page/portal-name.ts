/** What administrators call the portal; the portal itself writes it into each page. */
export function portalName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content || 'Telltale';
}
