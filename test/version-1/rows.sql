-- An exchange as the program of version 1 wrote it, on either database: amounts near 2^119, a referral fee, every kind.
INSERT INTO head (id, factory, sequence) VALUES
(1, '6d01c9fa637867b89d6475d7e17c424602df208d8bf2ca3622f79d546b00c7f3', 19);
INSERT INTO tokens (address, symbol, decimals) VALUES
('apple', 'APPLE', 0),
('bread', 'BREAD', 2),
('corn', 'CORN "é"', 6);
INSERT INTO pools (number, address, token0, token1, lp_fee_ppm, protocol_fee_ppm, ref_fee_ppm, protocol_fee_address) VALUES
(6, 'EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem', 'apple', 'bread', 2000, 1000, 1000, 'treasury'),
(11, 'EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ', 'apple', 'corn', 0, 0, 500, NULL);
INSERT INTO journal (sequence, id, kind, actor, created_at_ms, transfers, receipt) VALUES
(1, '01a1df81-2848-7000-8000-00000515431b', 'registerToken', 'desk', 1794751146056, '[]', '{"kind":"registerToken","token":"apple"}'),
(2, '01a1df81-284b-7000-8000-00000b4255a8', 'registerToken', 'desk', 1794751146059, '[]', '{"kind":"registerToken","token":"bread"}'),
(3, '01a1df81-284c-7000-8000-00000d73778e', 'registerToken', 'desk', 1794751146060, '[]', '{"kind":"registerToken","token":"corn"}'),
(4, '01a1df81-284d-7000-8000-0000120b3251', 'deposit', 'desk', 1794751146061, '[["the issuer","maker","apple","664613997892457936451903530150172289"]]', '{"kind":"deposit","account":"maker","token":"apple","amount":664613997892457936451903530150172289,"reference":"a \"quoted\" 🌽 \\ \u0000 line\nbreak"}'),
(5, '01a1df81-284f-7000-8000-000014247cdd', 'deposit', 'desk', 1794751146063, '[["the issuer","maker","bread","664613997892457936451903530140172289"]]', '{"kind":"deposit","account":"maker","token":"bread","amount":664613997892457936451903530140172289,"reference":"in"}'),
(6, '01a1df81-2850-7000-8000-000019a1901e', 'provide', 'demo', 1794751146064, '[["maker","pool 6","apple","664613997892457936451903530140172289"],["maker","pool 6","bread","664613997892457936451903530140172289"],["the issuer","maker","LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","664613997892457936451903530140171289"],["the issuer","the lock","LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","1000"]]', '{"kind":"provide","tokenA":"apple","tokenB":"bread","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":664613997892457936451903530140172289,"amountB":664613997892457936451903530140172289,"lpTokens":664613997892457936451903530140171289}'),
(7, '01a1df81-2852-7000-8000-00001e8a1fc8', 'deposit', 'desk', 1794751146066, '[["the issuer","ann","apple","41538374868278621028243970633760768"]]', '{"kind":"deposit","account":"ann","token":"apple","amount":41538374868278621028243970633760768,"reference":"in"}'),
(8, '01a1df81-2853-7000-8000-000022683d58', 'swap', 'ann', 1794751146067, '[["ann","pool 6","apple","20769187434139310514121985316880385"],["pool 6","ann","bread","20080655952687324915401561408473606"],["pool 6","pool 6 fees","bread","20100756709396721637038600008483"]]', '{"kind":"swap","tokenA":"apple","tokenB":"bread","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":20769187434139310514121985316880385,"amountB":20080655952687324915401561408473606,"fees":{"lp":41538374868278621028243970633761,"protocol":20100756709396721637038600008483,"ref":0}}'),
(9, '01a1df81-2855-7000-8000-0000263ae4df', 'swap', 'ann', 1794751146069, '[["ann","pool 6","apple","10384593717069655257060992658440192"],["pool 6","ann","bread","9581446703950770205087685152853575"],["pool 6","pool 6 fees","bread","9600647999950671548184053259373"],["pool 6","bob","bread","9600647999950671548184053259373"]]', '{"kind":"swap","tokenA":"apple","tokenB":"bread","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":10384593717069655257060992658440192,"amountB":9581446703950770205087685152853575,"fees":{"lp":20769187434139310514121985316881,"protocol":9600647999950671548184053259373,"ref":9600647999950671548184053259373}}'),
(10, '01a1df81-2856-7000-8000-00002939fa0c', 'swap', 'ann', 1794751146070, '[["ann","pool 6","apple","500"],["pool 6","ann","bread","453"],["pool 6","pool 6 fees","bread","1"],["pool 6","bob","bread","1"]]', '{"kind":"swap","tokenA":"apple","tokenB":"bread","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":500,"amountB":453,"fees":{"lp":1,"protocol":1,"ref":1}}'),
(11, '01a1df81-2857-7000-8000-00002c957c79', 'createPool', 'desk', 1794751146071, '[]', '{"kind":"createPool","tokenA":"apple","tokenB":"corn","pool":"EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","lpFeePpm":0,"protocolFeePpm":0,"refFeePpm":500,"protocolFeeAddress":null}'),
(12, '01a1df81-2858-7000-8000-000033a892dc', 'deposit', 'desk', 1794751146072, '[["the issuer","maker","corn","9000000"]]', '{"kind":"deposit","account":"maker","token":"corn","amount":9000000,"reference":"in"}'),
(13, '01a1df81-2859-7000-8000-000037667909', 'provide', 'maker', 1794751146073, '[["maker","pool 11","corn","8000000"],["maker","pool 11","apple","4000000"],["the issuer","maker","LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","5655854"],["the issuer","the lock","LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","1000"]]', '{"kind":"provide","tokenA":"corn","tokenB":"apple","pool":"EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","amountA":8000000,"amountB":4000000,"lpTokens":5655854}'),
(14, '01a1df81-2859-7000-8000-0000385d932d', 'swap', 'ann', 1794751146073, '[["ann","pool 11","apple","10000"],["pool 11","ann","corn","19950"]]', '{"kind":"swap","tokenA":"apple","tokenB":"corn","pool":"EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","amountA":10000,"amountB":19950,"fees":{"lp":0,"protocol":0,"ref":0}}'),
(15, '01a1df81-285a-7000-8000-00003dc157ea', 'refund', 'maker', 1794751146074, '[["maker","the issuer","LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","1000"],["pool 11","maker","apple","708"],["pool 11","maker","corn","1410"]]', '{"kind":"refund","tokenA":"apple","tokenB":"corn","pool":"EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ","amountA":708,"amountB":1410,"lpTokens":1000}'),
(16, '01a1df81-285b-7000-8000-0000439b5b61', 'refund', 'maker', 1794751146075, '[["maker","the issuer","LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","166153499473114484112975882535042822"],["pool 6","maker","bread","158728148295777635816670219218079116"],["pool 6","maker","apple","173941944760916725555771627028873079"]]', '{"kind":"refund","tokenA":"bread","tokenB":"apple","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":158728148295777635816670219218079116,"amountB":173941944760916725555771627028873079,"lpTokens":166153499473114484112975882535042822}'),
(17, '01a1df81-285c-7000-8000-000044e547aa', 'collectFees', 'desk', 1794751146076, '[["pool 6 fees","treasury","bread","29701404709347393185222653267857"]]', '{"kind":"collectFees","tokenA":"apple","tokenB":"bread","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":0,"amountB":29701404709347393185222653267857,"to":"treasury"}'),
(18, '01a1df81-285d-7000-8000-00004873f1f0', 'swap', 'ann', 1794751146077, '[["ann","pool 6","bread","5000"],["pool 6","ann","apple","5456"],["pool 6","pool 6 fees","apple","6"],["pool 6","bob","apple","6"]]', '{"kind":"swap","tokenA":"bread","tokenB":"apple","pool":"EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem","amountA":5000,"amountB":5456,"fees":{"lp":10,"protocol":6,"ref":6}}'),
(19, '01a1df81-285e-7000-8000-00004fc5bf05', 'withdraw', 'desk', 1794751146078, '[["ann","the issuer","bread","7"]]', '{"kind":"withdraw","account":"ann","token":"bread","amount":7,"reference":"out"}');
INSERT INTO balances (account, token, amount) VALUES
('ann', 'apple', '10384593717069655257060992658435147'),
('ann', 'bread', '29662102656638095120489246561322627'),
('ann', 'corn', '19950'),
('bob', 'apple', '6'),
('bob', 'bread', '9600647999950671548184053259374'),
('maker', 'LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ', '5654854'),
('maker', 'LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem', '498460498419343452338927647605128467'),
('maker', 'apple', '173941944760916725555771627034873787'),
('maker', 'bread', '158728148295777635816670219218079116'),
('maker', 'corn', '1001410'),
('pool 11', 'apple', '4009292'),
('pool 11', 'corn', '7978640'),
('pool 6', 'apple', '521825834282750176667314881086614819'),
('pool 6', 'bread', '476184444887332907450010657654243308'),
('pool 6 fees', 'apple', '6'),
('pool 6 fees', 'bread', '0'),
('the issuer', 'LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ', '-5655854'),
('the issuer', 'LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem', '-498460498419343452338927647605129467'),
('the issuer', 'apple', '-706152372760736557480147500783933057'),
('the issuer', 'bread', '-664613997892457936451903530140172282'),
('the issuer', 'corn', '-9000000'),
('the lock', 'LP EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ', '1000'),
('the lock', 'LP EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem', '1000'),
('treasury', 'bread', '29701404709347393185222653267857');
INSERT INTO replies (actor, key, fingerprint, sequence, rejection) VALUES
('ann', 'K "1"', 'n8J6sV-_TNZE7xa9EXMhwo6xDvqAJCe53rYCfSRbJlM', 8, NULL),
('ann', 'refused', 'JeArBTg0I-A4_kJ5nxgsXhDYaVwjihzSKbgBDeTAB2E', NULL, '{"code":"price_impact_too_high","percent":"38.86","maxPercent":"15"}'),
('demo', 'demo-provide', 'eGo9P68uzmvp5TdbYF4Xq4nttorTwzsIMjjoNaKwqU4', 6, NULL),
('desk', 'w', 'CRyBx3V8k5zNqdeHV5rAT0b1YOAd__M853HmWI1kOBA', 19, NULL),
('maker', 'r', 'Hiz6w3NB86lH0GR--l1PbE7WnewYLBx6VURMRu9CRww', 16, NULL);
INSERT INTO keys (id, account, role, hash, created_at_ms, revoked_at_ms) VALUES
('b', 'ann', 'trader', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 1700000000123, 1800000000456),
('a', 'desk', 'operator', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1700000000124, NULL);
