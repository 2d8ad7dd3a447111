/** Indexes in the specification's list of slow column groups (S-2.3; R-3). */
export const SlowGroup = {
  None: -1,
  risk: 0,
  transaction: 1,
  inventoryItem: 2,
  customer: 3,
  product: 4,
  order: 5,
  variantMetadata: 6,
  inventoryLevel: 7,
  shippingLabel: 8,
  collection: 9,
  customerHistory: 10,
  fulfillmentOrder: 11,
} as const;
