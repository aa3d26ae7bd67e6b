/** The history charts, whose journey is in charts.spec.ts. */
export const chartTypes = [
  { name: 'Advanced Graph', type: 'AdvancedGraph', isInMenu: true },
  { name: 'XY Chart', type: 'XYChart', isInMenu: true },
  { name: 'Basic Graph', type: 'FastGraph', isInMenu: false },
  { name: 'Dynamic Graph', type: 'DynamicGraph', isInMenu: false },
  { name: 'Editor Chart', type: 'EditorChart', isInMenu: false },
  { name: 'Bar Graph', type: 'BarGraph', isInMenu: false },
] as const;
