import { DocumentPage } from "./document-page.tsx";
import { privacyNotice } from "./privacy-notice.ts";

const PrivacyNoticePage = () => <DocumentPage document={privacyNotice} />;

export default PrivacyNoticePage;
