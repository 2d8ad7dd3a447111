import { expect, it } from "vitest";
import { sizedAddress } from "./sized-address.ts";

it.each([
  ["https://cdn.shopify.com/s/files/1/0001/a.jpg?v=17", "https://cdn.shopify.com/s/files/1/0001/a.jpg?v=17&width=120"],
  ["https://cdn.shopify.com/s/files/a.jpg?width=4000", "https://cdn.shopify.com/s/files/a.jpg?width=120"],
  ["https://shop.example/cdn/shop/files/a.png?v=1", "https://shop.example/cdn/shop/files/a.png?v=1&width=120"],
  [
    "http://localhost:3100/aurora-demo/cdn/products/1.png",
    "http://localhost:3100/aurora-demo/cdn/products/1.png?width=120",
  ],
  ["http://localhost:3101/products/1.png", "http://localhost:3101/products/1.png"],
  ["https://pictures.example/a.jpg?width=4000", "https://pictures.example/a.jpg?width=4000"],
  ["https://cdn.shopify.com.evil.example/a.jpg", "https://cdn.shopify.com.evil.example/a.jpg"],
  ["no address", "no address"],
])("requests the displayed size if the host offers sizes: %s", (address, asked) => {
  expect(sizedAddress(address, ["http://localhost:3100"])).toBe(asked);
});
