import { expect, it } from "vitest";
import { linkAddress } from "./link-address.ts";

/** A host of this many characters. */
const host = (length: number): string => `_${"abcdefghi.".repeat(30)}`.slice(0, length);

it.each([
  "https://shop.example/",
  "https://my_shop.example.com/",
  "https://_dmarc.shop.example/",
  "https://a-.b_.example/",
  "https://example.com./x",
  "https://localhost/",
  "http://localhost:3000/admin?x=1#y",
  "http://127.0.0.1/",
  "http://127.0.0.1:8080/x",
  "https://[::1]/",
  "https://[2001:db8::1]:8080/x",
  "https://1st-shop.2nd.example/",
  "https://xn--hxajbheg2az3al.example/%C3%B6",
  `https://${"1".repeat(63)}.example/`,
  `https://${host(255)}/`,
  "https://shop.example/a,b;c@d/?q=x@y..z",
  "mailto:ada@example.com",
  "mailto:Ada.L+x@Example.COM?subject=A%20b&cc=b@c,d@e",
  "mailto:ada@my_shop.example",
  "mailto:ada@127.0.0.1",
  "mailto:ada",
])("Excel gets the link %s", (address) => {
  expect(linkAddress(address)).toBe(address);
});

it.each([
  // System.IO.Packaging opens no file with any of these links.
  "https://x..example/",
  "https://shop.example../",
  "https://.shop.example/",
  "https://./",
  "https://a!b.example/",
  "https://a,b.example/",
  "https://a~b.example/",
  "https://a$b.example/",
  "https://a'b.example/",
  "https://a(b).example/",
  "https://a=b.example/",
  "https://a`b.example/",
  'https://"shop".example/',
  "https://a{b}.example/",
  "mailto:a@b,c@d",
  "mailto:a@b.example;c@d.example",
  "mailto:a,b",
  "mailto:a@",
  "mailto:a@b@c",
  "mailto:a@b:x",
  "mailto:a@x..example",
  "mailto:a@παράδειγμα.example",
  "mailto:a@[127.0.0.1]",
  "https://a.b._c.example/",
  "https://a.b.-c.example/",
  `https://${"1".repeat(64)}.example/`,
  `https://${host(257)}/`,
  // No link in any format.
  "javascript:alert(1)",
  `https://shop.example/${"x".repeat(2_079)}`,
])("Excel gets no link for %s", (address) => {
  expect(linkAddress(address)).toBeNull();
});
