import type { GetServerSideProps, InferGetServerSidePropsType } from "next";
import { getServerSession } from "next-auth/next";
import { authOptions } from "./api/auth/[...nextauth]";

export const getServerSideProps = (async ({ req, res }) => {
  const session = await getServerSession(req, res, authOptions);
  if (!session) return { redirect: { destination: "/login", permanent: false } };
  return { props: { name: session.user?.name ?? null } };
}) satisfies GetServerSideProps;

export default function Dashboard({
  name,
}: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return <p>{name}</p>;
}
