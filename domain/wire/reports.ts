/** A design in lists and alone (part 2 section 3). */
export type ReportDesignItem = {
  id: string;
  report_id: string;
  title: string;
  ordering: number;
  grouping: number;
  ws_splitter: number;
};

/** A column on the wire (part 2 section 3, 'Report column'). `SlowColumn` -1 when not slow; `Type`, `Category`, `Sorting` numbered. */
export type ReportColumn = {
  Column: string;
  Title: string;
  OriginalTitle: string;
  Visible: boolean;
  Disabled: boolean;
  Width: number;
  Sorting: number;
  Type: number;
  Category: number;
  SlowColumn: number;
  CustomColumn: null;
  NumberFormat: null;
  LinkTitleField: string | null;
  Field: string;
};

export type ReportWithColumns = ReportDesignItem & {
  columns: ReportColumn[];
  VisibleColumns: string[];
  HasSlowColumns: boolean;
};
