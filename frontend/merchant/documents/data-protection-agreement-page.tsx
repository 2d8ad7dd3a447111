import { dataProtectionAgreement } from "./data-protection-agreement.ts";
import { DocumentPage } from "./document-page.tsx";

const DataProtectionAgreementPage = () => <DocumentPage document={dataProtectionAgreement} />;

export default DataProtectionAgreementPage;
