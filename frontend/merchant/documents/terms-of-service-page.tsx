import { DocumentPage } from "./document-page.tsx";
import { termsOfService } from "./terms-of-service.ts";

const TermsOfServicePage = () => <DocumentPage document={termsOfService} />;

export default TermsOfServicePage;
