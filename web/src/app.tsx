// Routes: which screen a path shows. Each screen is a chunk that is loaded when first shown, except the swap, which is always loaded.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { isOnChain } from './data/chain.ts';
import { queries } from './data/server.ts';
import { piece } from './parts/piece.tsx';
import { ROUTES, type RoutePath } from './routes.ts';
import NotFound from './screens/not-found/NotFound.tsx';
import Swap from './screens/swap/Swap.tsx';
import { useLanguage } from './shell/language.ts';
import { Shell } from './shell/Shell.tsx';
import { withTexts } from './words/words.ts';

const Tokens = piece(() => (isOnChain ? import('./screens/chain/Tokens.tsx') : import('./screens/tokens/Tokens.tsx')));
const Token = piece(() => (isOnChain ? import('./screens/chain/Token.tsx') : import('./screens/token/Token.tsx')));
const Pools = piece(() => (isOnChain ? import('./screens/chain/Pools.tsx') : import('./screens/pools/Pools.tsx')));
const Pool = piece(() => (isOnChain ? import('./screens/chain/Pool.tsx') : import('./screens/pool/Pool.tsx')));
const Portfolio = piece(() =>
  withTexts(isOnChain ? import('./screens/chain/Portfolio.tsx') : import('./screens/portfolio/Portfolio.tsx'), 'books'),
);
const Gains = piece(() => withTexts(import('./screens/portfolio/gains/Gains.tsx'), 'books'));
const Activity = piece(() => import('./screens/activity/Activity.tsx'));
const Transaction = piece(() => withTexts(import('./screens/transaction/Transaction.tsx'), 'proof'));
const Join = piece(() => import('./screens/join/Join.tsx'));
const Account = piece(() => withTexts(import('./screens/account/Account.tsx'), 'operator'));
const Operator = piece(() => withTexts(import('./screens/operator/Operator.tsx'), 'operator', 'order'));

const SCREENS: Readonly<Record<RoutePath, ComponentType>> = {
  '/': Swap,
  '/tokens': Tokens,
  '/token/:address': Token,
  '/pools': Pools,
  '/pool/:address': Pool,
  '/portfolio': Portfolio,
  '/gains': Gains,
  '/activity': Activity,
  '/tx/:id': Transaction,
  '/account/*?': Account,
  '/join': Join,
  '/operator/*?': Operator,
};

export const App = () => (
  <QueryClientProvider client={queries}>
    {/* Keyed by language: a change remounts everything, so that no memoised text stays in the old one. */}
    <Shell key={useLanguage()}>
      <Switch>
        {ROUTES.map((path) => (
          <Route key={path} path={path} component={SCREENS[path]} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Shell>
  </QueryClientProvider>
);
