import Box from "@mui/material/Box";
import { createBands } from "#domain/reports/bands.ts";
import { bandStyles } from "../report-cells/band-rows.ts";
import { SampleBox, sampleText } from "./sample-box.tsx";

const lines = [
  { order: "#1003", product: "Oak chair", starts: true },
  { order: "#1003", product: "Oak table", starts: false },
  { order: "#1002", product: "Lamp", starts: true },
  { order: "#1001", product: "Rug", starts: true },
  { order: "#1001", product: "Vase", starts: false },
];

/** Three orders with the row shading of files. */
export const RowsSample = ({ style, of }: { style: number; of: string }) => {
  const isShaded = createBands(style);
  return (
    <SampleBox of={of}>
      <Box
        component="table"
        sx={{
          width: "100%",
          borderCollapse: "collapse",
          bgcolor: "background.paper",
          fontVariantNumeric: "tabular-nums",
          "& th, & td": { ...sampleText, textAlign: "left" },
          "& th": { color: "text.secondary", fontWeight: 600 },
          "& td": { py: 0.5, borderTop: 1, borderColor: "divider" },
          ...bandStyles,
        }}
      >
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Product</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ order, product, starts }) => (
            <tr key={product} data-band={isShaded(starts)}>
              <td>{order}</td>
              <td>{product}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </SampleBox>
  );
};
