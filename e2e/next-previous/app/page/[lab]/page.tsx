import { labs } from "../../../lib/labs";

interface Props {
  params: Promise<{ lab: string }>;
}

/** What `auth()` gives in a server component. */
export default async function Page({ params }: Props) {
  const lab = labs[decodeURIComponent((await params).lab)];
  return <pre>{JSON.stringify(lab ? await lab.auth() : "no such lab")}</pre>;
}
