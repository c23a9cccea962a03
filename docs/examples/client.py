import grpc


def connect(address: str) -> grpc.Channel:
    config = (
        '{"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],'
        ' "timeout": "5000ms",'
        ' "retrypolicy": {"maxAttempts": 3, "initialBackoff": "0.1s",'
        ' "maxBackoff": "1s", "backoffMultiplier": 2,'
        ' "retryableStatusCodes": ["UNAVAILABLE"]}}]}'
    )
    return grpc.insecure_channel(address, options=[("grpc.service_config", config)])
