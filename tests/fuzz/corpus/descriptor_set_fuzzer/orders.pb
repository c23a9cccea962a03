
Ä
kinds_of_mistakes.protoshop.v1"	
Request"
Reply2Ë
Orders,
GetOrder.shop.v1.Request.shop.v1.Reply.

ListOrders.shop.v1.Request.shop.v1.Reply/
CancelOrder.shop.v1.Request.shop.v1.Reply2
	FindOrder.shop.v1.Request.shop.v1.Reply"ˆ26
Carts-
	EmptyCart.shop.v1.Request.shop.v1.Replybproto3