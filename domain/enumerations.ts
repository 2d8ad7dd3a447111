/** Enumerations of the specification (S-1.3, S-2.3), numbered by R-3. */

export const FileType = { Html: 0, Excel: 1, Csv: 2, Xml: 3 } as const;
export type FileType = (typeof FileType)[keyof typeof FileType];

export const ExportStatus = {
  Canceled: -2,
  Failed: -1,
  Initialized: 0,
  Finished: 1,
  Processing: 10,
  RetrieveOrders: 11,
  FormatData: 12,
  ConstructReport: 13,
  DownloadingImages: 14,
  AddData: 15,
  UploadReport: 16,
  SendFile: 17,
  Canceling: 50,
} as const;
export type ExportStatus = (typeof ExportStatus)[keyof typeof ExportStatus];

export const exportStatusLabel: Record<ExportStatus, string> = {
  [-2]: "Canceled",
  [-1]: "Failed",
  0: "Initializing ...",
  1: "Finished",
  10: "Processing ...",
  11: "Retrieve Orders",
  12: "Format Data",
  13: "Construct Report",
  14: "Construct Report (Images)",
  15: "Construct Report (Data)",
  16: "Upload Report",
  17: "Send file",
  50: "Canceling ...",
};

/** 0 and 10 and above count as in progress (S-1.4). */
export const isInProgress = (status: ExportStatus): boolean => status === 0 || status >= 10;

/** Date ranges. The specification has those up to 9; the others are our own. */
export const DateRange = {
  noFilter: 0,
  custom: 1,
  today: 2,
  yesterday: 3,
  thisWeek: 4,
  thisMonth: 5,
  lastMonth: 6,
  ninetyDays: 7,
  sevenDays: 8,
  thirtyDays: 9,
  lastWeek: 10,
  thisQuarter: 11,
  lastQuarter: 12,
  thisYear: 13,
  lastYear: 14,
  lastDays: 15,
  sinceDay: 16,
} as const;
export type DateRange = (typeof DateRange)[keyof typeof DateRange];

/** The day by which a period chooses orders: our own addition to the date ranges. */
export const DateBasis = {
  created: 0,
  processed: 1,
  paid: 2,
  fulfilled: 3,
  shipped: 4,
  refunded: 5,
  canceled: 6,
  changed: 7,
} as const;
export type DateBasis = (typeof DateBasis)[keyof typeof DateBasis];

/** Groupings of a report design (S-2.3). */
export const Grouping = {
  MassConstructionMealPrep: -1,
  Orders: 0,
  ProductVariants: 1,
  OnePerOrder: 2,
  Fulfillments: 3,
  ProductCombined: 4,
  BundleAndCustomizer: 5,
} as const;
export type Grouping = (typeof Grouping)[keyof typeof Grouping];

export const LoginAction = { Nothing: 0, ActivateCharge: 1, SelectTier: 2, AcceptTermsEtc: 3 } as const;
export type LoginAction = (typeof LoginAction)[keyof typeof LoginAction];

export const ColumnType = { Text: 0, Number: 1, Link: 2, Image: 3 } as const;
export type ColumnType = (typeof ColumnType)[keyof typeof ColumnType];

export const ColumnCategory = {
  Product: 0,
  Order: 1,
  Customer: 2,
  BillingAddress: 3,
  Fulfillment: 4,
  Transaction: 5,
  Custom: 6,
} as const;
export type ColumnCategory = (typeof ColumnCategory)[keyof typeof ColumnCategory];

export const Sorting = { None: 0, Ascending: 1, Descending: 2 } as const;
export type Sorting = (typeof Sorting)[keyof typeof Sorting];

/** Content of a custom column, or the attribute it shows (S-2.3.4, R-36; the last two are our own). */
export const CustomColumnCategory = {
  Empty: 0,
  Fixed: 1,
  ExcelFormula: 2,
  VariantMetafields: 3,
  ProductMetafields: 4,
  NoteAttributes: 5,
  LocalStatus: 6,
  Property: 7,
  OrderMetafields: 8,
  CustomerMetafields: 9,
} as const;
export type CustomColumnCategory = (typeof CustomColumnCategory)[keyof typeof CustomColumnCategory];

/** Categories that show an attribute of the store. */
export const attributeCategories = [
  CustomColumnCategory.VariantMetafields,
  CustomColumnCategory.ProductMetafields,
  CustomColumnCategory.NoteAttributes,
  CustomColumnCategory.Property,
  CustomColumnCategory.OrderMetafields,
  CustomColumnCategory.CustomerMetafields,
] as const;
export type AttributeCategory = (typeof attributeCategories)[number];

/** A merchant's own status of an order, stored only by Sheaf and numbered in the order of R-36. */
export const LocalStatus = { none: 0, New: 1, InProgress: 2, Done: 3, Problem: 4 } as const;
export type LocalStatus = (typeof LocalStatus)[keyof typeof LocalStatus];

/** Number format of a column (S-2.3.5). */
export const NumberFormatType = { None: 0, Custom: 1, Currency: 2, LessThanRed: 3 } as const;
export type NumberFormatType = (typeof NumberFormatType)[keyof typeof NumberFormatType];

/** Value that splits a report into worksheets (S-2.3.3, R-30). */
export const WorksheetSplitter = {
  None: 0,
  OrderTags: 1,
  CustomerTags: 2,
  BillingCountry: 3,
  Province: 4,
  BillingProvince: 5,
  ProductTags: 6,
  ProductTitle: 7,
  Vendor: 8,
  Sku: 9,
  OrderId: 10,
  ShippingLinesTitle: 11,
  ProductType: 12,
  City: 13,
  BillingCity: 14,
  SalesChannel: 15,
} as const;
export type WorksheetSplitter = (typeof WorksheetSplitter)[keyof typeof WorksheetSplitter];

/** Financial status of a filter (S-1.3; meanings: R-22). */
export const FinancialStatus = {
  any: 0,
  authorized: 1,
  pending: 2,
  paid: 3,
  partially_paid: 4,
  paid_and_partially_paid: 5,
  refunded: 6,
  voided: 7,
  partially_refunded: 8,
  unpaid: 9,
  has_paid: 10,
  paid_and_partially_refunded: 11,
  paid_and_authorized: 12,
  has_paid_and_authorized: 13,
  has_paid_and_pending: 14,
} as const;
export type FinancialStatus = (typeof FinancialStatus)[keyof typeof FinancialStatus];

/** Fulfillment status of a filter (S-1.3; R-22). */
export const FulfillmentStatus = { any: 0, shipped: 1, partial: 2, unshipped: 3, hasPending: 4 } as const;
export type FulfillmentStatus = (typeof FulfillmentStatus)[keyof typeof FulfillmentStatus];

/** Order status of a filter (S-1.3; R-22). */
export const OrderStatus = { any: 0, open: 1, closed: 2, cancelled: 3 } as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** Where a filter is offered: on all pages, or on one page as its system filter. */
export const OrderFilterView = { All: 0, ManualExport: 1, Live: 2 } as const;
export type OrderFilterView = (typeof OrderFilterView)[keyof typeof OrderFilterView];

/** Frequency of a schedule (S-2.3.8: `schedule`; slots: R-40). */
export const Frequency = {
  Hourly: 0,
  Every2Hours: 1,
  Every4Hours: 2,
  Every8Hours: 3,
  Every12Hours: 4,
  Daily: 5,
  Weekly: 6,
  CustomWeekly: 7,
  Monthly: 8,
  CustomMonthly: 9,
  Every48Hours: 10,
  Weekdays: 11,
  MondayWednesdayFriday: 12,
  Every6Hours: 13,
  MondayThursday: 14,
} as const;
export type Frequency = (typeof Frequency)[keyof typeof Frequency];

/** Hours from a slot to its run (S-2.3.8). */
export const Delay = {
  NoDelay: 0,
  OneHour: 1,
  TwoHours: 2,
  EightHours: 8,
  TwelveHours: 12,
  OneDay: 24,
  TwoDays: 48,
} as const;
export type Delay = (typeof Delay)[keyof typeof Delay];

/** Day of a weekly schedule (S-2.3.8: `custom_weekly_day`), numbered as in cron and JavaScript. */
export const Weekday = {
  Sunday: 0,
  Monday: 1,
  Tuesday: 2,
  Wednesday: 3,
  Thursday: 4,
  Friday: 5,
  Saturday: 6,
} as const;
export type Weekday = (typeof Weekday)[keyof typeof Weekday];

/** Destination of an automated report (S-2.3, R-3). */
export const DestinationKind = { Email: 0, Ftp: 1, Webhook: 2, PublicUrl: 3 } as const;
export type DestinationKind = (typeof DestinationKind)[keyof typeof DestinationKind];

/** FTP protocols in the order of the specification (S-2.3, R-3). */
export const FtpProtocol = { FTP: 0, FTPS: 1, SFTP: 2, FTPSSessionResumption: 3 } as const;
export type FtpProtocol = (typeof FtpProtocol)[keyof typeof FtpProtocol];

/** Status of an automated report (S-2.3.8). */
export const AutomationStatus = {
  Active: 0,
  Paused: 1,
  Expired: 2,
  Suspended: 3,
  ActiveRetry: 4,
  SuspendedRetry: 5,
} as const;
export type AutomationStatus = (typeof AutomationStatus)[keyof typeof AutomationStatus];

/** HTTP method of a webhook (S-2.3.9). */
export const WebhookMethod = { Get: 0, Post: 1 } as const;
export type WebhookMethod = (typeof WebhookMethod)[keyof typeof WebhookMethod];
