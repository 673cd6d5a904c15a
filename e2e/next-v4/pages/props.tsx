import { getServerSession } from "next-auth";
import type { GetServerSideProps } from "next";
import { authOptions } from "../lib/options";

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res }) => {
  const session = await getServerSession(req, res, authOptions);
  return { props: { name: session?.user?.name ?? null } };
};

interface Props {
  name: string | null;
}

export default function Page({ name }: Props) {
  return <pre>{JSON.stringify(name)}</pre>;
}
