/**
 * A product of a store that sells nothing yet. Prices and costs in hundredths; `picture`: a file's name without its
 * ending.
 */
export type Good = {
  title: string;
  vendor: string;
  productType: string;
  tags: readonly string[];
  collection: string;
  picture: string;
  price: number;
  cost: number;
  grams: number;
  stock: number;
  variants: readonly { title: string | null; sku: string }[];
};

export const goods: readonly Good[] = [
  {
    ...{ title: "Linen Shirt", vendor: "Meadow", productType: "Shirts", collection: "Summer", picture: "shirt" },
    tags: ["linen", "summer"],
    ...{ price: 5900, cost: 2100, grams: 280, stock: 34 },
    variants: [
      { title: "White / M", sku: "SHIRT-WH-M" },
      { title: "Blue / L", sku: "SHIRT-BL-L" },
    ],
  },
  {
    ...{ title: "Stoneware Mug", vendor: "Kiln & Co", productType: "Tableware", collection: "Kitchen", picture: "mug" },
    tags: ["handmade", "kitchen"],
    ...{ price: 1850, cost: 620, grams: 410, stock: 120 },
    variants: [
      { title: "Sand", sku: "MUG-SAND" },
      { title: "Sea", sku: "MUG-SEA" },
    ],
  },
  {
    ...{ title: "Oak Side Table", vendor: "Grain", productType: "Furniture", collection: "Living", picture: "table" },
    tags: ["oak"],
    ...{ price: 18900, cost: 8800, grams: 9500, stock: 6 },
    variants: [{ title: "Round / Natural / 50 cm / Oiled", sku: "TABLE-R-50" }],
  },
  {
    ...{ title: "Beeswax Candle", vendor: "Hive", productType: "Candles", collection: "Living", picture: "candle" },
    tags: ["gift", "handmade"],
    ...{ price: 1400, cost: 450, grams: 220, stock: 88 },
    variants: [{ title: null, sku: "CANDLE-01" }],
  },
  {
    ...{ title: "Green Tea", vendor: "Leaf", productType: "Tea", collection: "Kitchen", picture: "tea" },
    tags: ["organic"],
    ...{ price: 980, cost: 310, grams: 110, stock: 240 },
    variants: [
      { title: "100 g", sku: "TEA-100" },
      { title: "250 g", sku: "TEA-250" },
    ],
  },
  {
    ...{ title: "Wool Blanket", vendor: "Meadow", productType: "Textiles", collection: "Living", picture: "blanket" },
    tags: ["gift", "wool"],
    ...{ price: 8900, cost: 3900, grams: 1200, stock: 15 },
    variants: [{ title: "Grey / 130 × 180", sku: "BLANKET-GR" }],
  },
];
