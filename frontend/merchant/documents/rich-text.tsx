import Link from "@mui/material/Link";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router-dom";
import { documentLinks } from "./document-links.ts";
import type { LegalDocument, LegalText } from "./legal-document.ts";
import { sectionNumber, splitParts } from "./legal-text.ts";

export const RichText = ({ document, text }: { document: LegalDocument; text: LegalText }) =>
  splitParts(text).map((part, index) => {
    const key = `${index}-${part.kind}`;
    if (part.kind === "text") return <Fragment key={key}>{part.text}</Fragment>;
    if (part.kind === "section") {
      return (
        <Link key={key} component={RouterLink} to={{ hash: part.id }}>
          section {sectionNumber(document, part.id)}
        </Link>
      );
    }
    const { path, title } = documentLinks[part.id];
    return (
      <Link key={key} component={RouterLink} to={path}>
        {title}
      </Link>
    );
  });
