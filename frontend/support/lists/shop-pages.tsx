import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Link } from "react-router-dom";

const pages = [
  { page: "show", name: "Shop" },
  { page: "story", name: "Story" },
  { page: "as-of", name: "As of" },
] as const;

export const shopPage = (
  id: string,
  page: (typeof pages)[number]["page"],
  query: Readonly<Record<string, string>> = {},
): string => {
  const text = new URLSearchParams(query).toString();
  return `/shops/${encodeURIComponent(id)}/${page}${text === "" ? "" : `?${text}`}`;
};

export const toActivityPath = (id: string, filter: Readonly<Record<string, string>>): string =>
  shopPage(id, "story", { filter: JSON.stringify(filter) });

/** The shop's other pages. */
export const ShopPages = ({ id, here }: { id: string; here: (typeof pages)[number]["page"] }) => (
  <Stack component="nav" aria-label="Pages of the shop" direction="row" sx={{ gap: 1, pt: 1 }}>
    {pages.map(({ page, name }) => (
      <Button
        key={page}
        component={Link}
        to={shopPage(id, page)}
        size="small"
        color="inherit"
        variant={page === here ? "outlined" : "text"}
        aria-current={page === here ? "page" : undefined}
      >
        {name}
      </Button>
    ))}
  </Stack>
);
